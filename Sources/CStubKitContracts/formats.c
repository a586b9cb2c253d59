// Tells whether texts have the formats that JSON Schema names; see CStubKitContracts.h.

#include "CStubKitContracts.h"

#include <string.h>

static inline bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

static inline bool is_letter(uint8_t byte) { return (uint8_t)((byte | 0x20) - 'a') < 26; }

static inline bool is_hex(uint8_t byte) { return is_digit(byte) || (uint8_t)((byte | 0x20) - 'a') < 6; }

static inline bool is_among(const char *bytes, uint8_t byte) { return byte != 0 && strchr(bytes, byte) != NULL; }

/// The number that two digits spell; 100 if one of the two bytes is not a digit.
static int two_digits(const uint8_t *text) {
  return is_digit(text[0]) && is_digit(text[1]) ? (text[0] - '0') * 10 + text[1] - '0' : 100;
}

static bool is_date(const uint8_t *text, ptrdiff_t count) {
  if (count != 10 || text[4] != '-' || text[7] != '-') return false;
  int century = two_digits(text), year = two_digits(text + 2), month = two_digits(text + 5);
  int day = two_digits(text + 8);
  if (century == 100 || year == 100 || month < 1 || month > 12 || day < 1) return false;
  bool is_leap = year == 0 ? century % 4 == 0 : year % 4 == 0;
  static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return day <= days[month - 1] + (month == 2 && is_leap);
}

static bool is_time(const uint8_t *text, ptrdiff_t count) {
  if (count < 9 || text[2] != ':' || text[5] != ':') return false;
  int hour = two_digits(text), minute = two_digits(text + 3), second = two_digits(text + 6);
  if (hour > 23 || minute > 59 || second > 60) return false;
  ptrdiff_t place = 8;
  if (text[place] == '.') {
    ptrdiff_t first = ++place;
    while (place < count && is_digit(text[place])) place++;
    if (place == first || place == count) return false;
  }
  int minutes = hour * 60 + minute;
  if ((text[place] | 0x20) == 'z') {
    place++;
  } else {
    if (count - place != 6 || (text[place] != '+' && text[place] != '-') || text[place + 3] != ':') return false;
    int hours_off = two_digits(text + place + 1), minutes_off = two_digits(text + place + 4);
    if (hours_off > 23 || minutes_off > 59) return false;
    int offset = hours_off * 60 + minutes_off;
    minutes += text[place] == '+' ? 1440 - offset : offset;
    place += 6;
  }
  // A leap second ends a day of UTC.
  return place == count && (second < 60 || minutes % 1440 == 1439);
}

static bool is_date_time(const uint8_t *text, ptrdiff_t count) {
  return count > 11 && (text[10] | 0x20) == 't' && is_date(text, 10) && is_time(text + 11, count - 11);
}

static bool is_uuid(const uint8_t *text, ptrdiff_t count) {
  if (count != 36) return false;
  for (int i = 0; i < 36; i++) {
    bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

/// Whether the characters, the percent escapes, the fragment and the scheme are those of an address.
static bool is_uri_reference(const uint8_t *text, ptrdiff_t count) {
  int fragments = 0;
  for (ptrdiff_t i = 0; i < count; i++) {
    uint8_t byte = text[i];
    if (byte == '%' && !(i + 2 < count && is_hex(text[i + 1]) && is_hex(text[i + 2]))) return false;
    if (byte == '#' && ++fragments > 1) return false;
    if (!is_letter(byte) && !is_digit(byte) && !is_among("-._~:/?#[]@!$&'()*+,;=%", byte)) return false;
  }
  // A colon in the first segment ends a scheme, so the text before the colon has to be one.
  ptrdiff_t colon = 0;
  while (colon < count && !is_among(":/?#", text[colon])) colon++;
  if (colon == count || text[colon] != ':') return true;
  for (ptrdiff_t i = 0; i < colon; i++) {
    if (!is_letter(text[i]) && (i == 0 || (!is_digit(text[i]) && !is_among("+-.", text[i])))) return false;
  }
  return colon > 0;
}

static bool is_uri(const uint8_t *text, ptrdiff_t count) {
  ptrdiff_t colon = 0;
  while (colon < count && !is_among(":/?#", text[colon])) colon++;
  return colon < count && text[colon] == ':' && is_uri_reference(text, count);
}

static bool is_hostname(const uint8_t *text, ptrdiff_t count) {
  if (count < 1 || count > 253) return false;
  ptrdiff_t first = 0;
  for (ptrdiff_t i = 0; i <= count; i++) {
    if (i < count && text[i] != '.') {
      if (!is_letter(text[i]) && !is_digit(text[i]) && text[i] != '-') return false;
    } else {
      if (i == first || i - first > 63 || text[first] == '-' || text[i - 1] == '-') return false;
      first = i + 1;
    }
  }
  return true;
}

static bool is_ipv4(const uint8_t *text, ptrdiff_t count) {
  ptrdiff_t place = 0;
  for (int part = 0; part < 4; part++) {
    if (part > 0 && (place >= count || text[place++] != '.')) return false;
    ptrdiff_t first = place;
    int value = 0;
    while (place < count && place - first < 3 && is_digit(text[place])) value = value * 10 + text[place++] - '0';
    if (place == first || value > 255 || (text[first] == '0' && place - first > 1)) return false;
  }
  return place == count;
}

static bool is_ipv6(const uint8_t *text, ptrdiff_t count) {
  int groups = 0;
  bool is_short = false;
  ptrdiff_t place = 0;
  if (count >= 2 && text[0] == ':' && text[1] == ':') {
    is_short = true;
    place = 2;
  }
  while (place < count) {
    ptrdiff_t first = place;
    while (place < count && place - first < 4 && is_hex(text[place])) place++;
    if (place < count && text[place] == '.') {
      groups += 2;
      if (!is_ipv4(text + first, count - first)) return false;
      break;
    }
    groups++;
    if (place == first || groups > 8) return false;
    if (place == count) break;
    if (text[place++] != ':' || place == count) return false;
    if (text[place] == ':') {
      if (is_short) return false;
      is_short = true;
      place++;
    }
  }
  return is_short ? groups < 8 : groups == 8;
}

static bool is_email(const uint8_t *text, ptrdiff_t count) {
  ptrdiff_t at = count - 1;
  while (at > 0 && text[at] != '@') at--;
  if (at < 1 || at > 64) return false;
  if (text[0] == '"') {
    if (at < 2 || text[at - 1] != '"') return false;
    for (ptrdiff_t i = 1; i < at - 1; i++) {
      bool is_escaped = text[i] == '\\';
      if (is_escaped && ++i >= at - 1) return false;
      if (text[i] < 0x20 || text[i] > 0x7e || (text[i] == '"' && !is_escaped)) return false;
    }
  } else {
    for (ptrdiff_t i = 0; i < at; i++) {
      if (text[i] == '.') {
        if (i == 0 || i == at - 1 || text[i - 1] == '.') return false;
      } else if (!is_letter(text[i]) && !is_digit(text[i]) && !is_among("!#$%&'*+-/=?^_`{|}~", text[i])) {
        return false;
      }
    }
  }
  const uint8_t *host = text + at + 1;
  ptrdiff_t length = count - at - 1;
  if (length < 2 || host[0] != '[' || host[length - 1] != ']') return is_hostname(host, length);
  if (length > 7 && memcmp(host, "[IPv6:", 6) == 0) return is_ipv6(host + 6, length - 7);
  return is_ipv4(host + 1, length - 2);
}

static bool is_base64(const uint8_t *text, ptrdiff_t count) {
  if (count % 4 != 0) return false;
  ptrdiff_t end = count;
  while (end > 0 && count - end < 2 && text[end - 1] == '=') end--;
  for (ptrdiff_t i = 0; i < end; i++) {
    if (!is_letter(text[i]) && !is_digit(text[i]) && text[i] != '+' && text[i] != '/') return false;
  }
  return true;
}

bool stubkit_has_format(int format, const uint8_t *text, ptrdiff_t count) {
  switch (format) {
    case stubkit_format_date: return is_date(text, count);
    case stubkit_format_time: return is_time(text, count);
    case stubkit_format_date_time: return is_date_time(text, count);
    case stubkit_format_uuid: return is_uuid(text, count);
    case stubkit_format_uri: return is_uri(text, count);
    case stubkit_format_uri_reference: return is_uri_reference(text, count);
    case stubkit_format_email: return is_email(text, count);
    case stubkit_format_hostname: return is_hostname(text, count);
    case stubkit_format_ipv4: return is_ipv4(text, count);
    case stubkit_format_ipv6: return is_ipv6(text, count);
    case stubkit_format_base64: return is_base64(text, count);
    default: return true;
  }
}
