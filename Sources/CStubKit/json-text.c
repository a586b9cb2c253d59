// Writes texts as strings of JSON; see text.h.

#include "text.h"

#include <string.h>

static const char *const hex_digits = "0123456789abcdef";
static const char *const escaped = "\"\\\n\r\t\b\f";
static const char *const escapes = "\"\\nrtbf";

/// The valid character of two to four bytes that begins here; U+10000 stands for all with four bytes.
static uint32_t scalar_at(const uint8_t *bytes, int *length) {
  if (bytes[0] < 0xe0) {
    *length = 2;
    return (uint32_t)(bytes[0] & 0x1f) << 6 | (bytes[1] & 0x3f);
  }
  if (bytes[0] < 0xf0) {
    *length = 3;
    return (uint32_t)(bytes[0] & 0x0f) << 12 | (uint32_t)(bytes[1] & 0x3f) << 6 | (bytes[2] & 0x3f);
  }
  *length = 4;
  return 0x10000;
}

/// Whether a character beyond ASCII surely needs no escape: most letters and symbols, also of East Asia.
static bool is_seen(uint32_t scalar) {
  if (scalar >= 0xa0 && scalar < 0x300) return scalar != 0xad;
  if (scalar >= 0x370 && scalar < 0x600) return true;
  return scalar >= 0x2070 && scalar < 0xd800 && scalar != 0x3164 && scalar != 0x3099 && scalar != 0x309a;
}

ptrdiff_t stubkit_write_json(
    const uint8_t *bytes, ptrdiff_t *position, ptrdiff_t end, bool shows_controls, uint8_t *written,
    ptrdiff_t room) {
  ptrdiff_t place = *position, count = 0;
  while (place < end && room - count > 12) {
    ptrdiff_t last = end - place < room - count - 12 ? end : place + room - count - 12;
    ptrdiff_t run = place;
    while (run < last && bytes[run] >= 0x20 && bytes[run] < 0x7f && bytes[run] != '"' && bytes[run] != '\\') run++;
    memcpy(written + count, bytes + place, (size_t)(run - place));
    count += run - place;
    place = run;
    if (place == end) break;
    uint8_t byte = bytes[place];
    if (byte >= 0x7f) {
      int length = 1;
      bool is_plain = byte == 0x7f ? !shows_controls : is_seen(scalar_at(bytes + place, &length)) || !shows_controls;
      if (!is_plain) break;
      memcpy(written + count, bytes + place, (size_t)length);
      count += length;
      place += length;
      continue;
    }
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    written[count++] = '\\';
    const char *simple = byte == 0 ? NULL : strchr(escaped, byte);
    if (simple != NULL) {
      written[count++] = (uint8_t)escapes[simple - escaped];
    } else {
      memcpy(written + count, "u00", 3);
      written[count + 3] = (uint8_t)hex_digits[byte >> 4];
      written[count + 4] = (uint8_t)hex_digits[byte & 15];
      count += 5;
    }
    place++;
  }
  *position = place;
  return count;
}
