// Searches texts for bytes, words and signs of secrets, and reads JSON token by token; see text.h.

#include "text.h"

#include <string.h>

static inline __attribute__((always_inline)) bool is_digit(uint8_t byte) {
  return (uint8_t)(byte - '0') < 10;
}

static inline __attribute__((always_inline)) bool is_letter(uint8_t byte) {
  return (uint8_t)((byte | 0x20) - 'a') < 26;
}

static inline __attribute__((always_inline)) bool is_in_word(uint8_t byte) {
  return is_letter(byte) || is_digit(byte) || byte == '_';
}

static inline __attribute__((always_inline)) bool has(const uint64_t *bits, uint8_t byte) {
  return bits[byte >> 6] >> (byte & 63) & 1;
}

ptrdiff_t stubkit_find(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, struct stubkit_byte_set set, bool is_member) {
  while (start < end && has(set.bits, bytes[start]) != is_member) start++;
  return start;
}

static inline __attribute__((always_inline)) unsigned number_of(const uint8_t *bytes) {
  uint32_t word;
  memcpy(&word, bytes, 4);
  return (word & 0x1f1f1f1f) * 0x9e3779b1u >> 17;
}

unsigned stubkit_beginning(const uint8_t *bytes) { return number_of(bytes); }

ptrdiff_t stubkit_find_word(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *beginnings, bool is_name) {
  for (; start < end; start++) {
    bool is_number = is_name && bytes[start] == '1' && start + 1 < end && is_digit(bytes[start + 1]);
    if (!is_number && !(start + 3 < end && beginnings[number_of(bytes + start)])) continue;
    if (!is_name || start == 0 || !(is_letter(bytes[start - 1]) || is_digit(bytes[start - 1]))) return start;
  }
  return end;
}

uint64_t stubkit_hash(uint64_t before, const uint8_t *bytes, ptrdiff_t count) {
  // `before` is spread first: otherwise, small values of it with different first bytes could collide.
  uint64_t hash = (before + 1) * 0x9e3779b97f4a7c15;
  for (ptrdiff_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash ^ hash >> 32;
}

/// Whether a name of at least three letters stands before a colon.
static bool has_name_before(const uint8_t *bytes, ptrdiff_t start, ptrdiff_t colon) {
  int letters = 0;
  for (ptrdiff_t place = colon; place > start && colon - place < 120; place--) {
    uint8_t byte = bytes[place - 1];
    if (is_letter(byte) || byte >= 0x80) {
      if (++letters == 3) return true;
    } else if (!is_digit(byte) && !strchr(" -_.[]%\"'`\\*", byte)) {
      return false;
    }
  }
  return false;
}

/// Whether a place is one of those that `stubkit_find_clue` finds.
static inline __attribute__((always_inline)) bool is_start(
    const uint8_t *bytes, ptrdiff_t first, ptrdiff_t place, ptrdiff_t end,
    const uint8_t *words, bool any_name) {
  uint8_t byte = bytes[place];
  if (is_in_word(byte)) {
    if (place + 3 >= end || !words[number_of(bytes + place)]) return false;
    // A word may also begin after an underscore, as in `refresh_token`.
    if (place == first || !is_in_word(bytes[place - 1]) || bytes[place - 1] == '_') return true;
    return (place - first > 1 && bytes[place - 2] == '\\') || (place - first > 2 && bytes[place - 3] == '%');
  }
  if (byte == '=') return true;
  // An equals sign or a colon, percent-encoded.
  if (byte == '%') {
    uint8_t last = place + 2 < end ? bytes[place + 2] | 0x20 : 0;
    return (last == 'd' || last == 'a') && bytes[place + 1] == '3';
  }
  if (byte == ':') {
    bool may_be_address = place + 1 < end && (bytes[place + 1] == '/' || bytes[place + 1] == '\\');
    return any_name || may_be_address || has_name_before(bytes, first, place);
  }
  return byte == '-' && place + 2 < end && bytes[place + 1] == '-' && bytes[place + 2] == '-';
}

ptrdiff_t stubkit_find_clue(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *words,
    bool any_name) {
  while (start < end && !is_start(bytes, 0, start, end, words, any_name)) start++;
  return start;
}

/// The number of bytes of an escape in JSON; 0 if its character may matter, as an equals sign does.
static int length_of_escape(const uint8_t *bytes, ptrdiff_t place, ptrdiff_t end) {
  if (place + 1 >= end) return 0;
  switch (bytes[place + 1]) {
    case 'n': case 'r': case 't': case '"': case '/': return 2;
    case 'u':
      if (place + 5 >= end) return 0;
      for (int digit = 2; digit < 6; digit++) {
        uint8_t byte = bytes[place + digit];
        if (!is_digit(byte) && (uint8_t)((byte | 0x20) - 'a') >= 6) return 0;
      }
      // An escaped character of ASCII may matter.
      return memcmp(bytes + place + 2, "00", 2) != 0 || bytes[place + 4] > '7' ? 6 : 0;
    default: return 0;
  }
}

/// The value of a letter of base64 in either alphabet; -1 for other bytes.
static int base64_digit(uint8_t byte) {
  if (byte >= 'A' && byte <= 'Z') return byte - 'A';
  if (byte >= 'a' && byte <= 'z') return byte - 'a' + 26;
  if (is_digit(byte)) return byte - '0' + 52;
  return byte == '+' || byte == '-' ? 62 : byte == '/' || byte == '_' ? 63 : -1;
}

bool stubkit_begins_base64(const uint8_t *bytes, ptrdiff_t count) {
  if (count < 12) return false;
  uint64_t bits = 0;
  for (int place = 0; place < 8; place++) {
    int digit = base64_digit(bytes[place]);
    if (digit < 0) return false;
    bits = bits << 6 | (uint64_t)digit;
    // The first byte is whole after two letters.
    if (place == 1 && (bits >> 4 == '{' || bits >> 4 == '[')) return true;
  }
  for (int shift = 0; shift < 48; shift += 8) {
    if ((uint8_t)((bits >> shift & 0xff) - ' ') >= 0x7f - ' ') return false;
  }
  return true;
}

bool stubkit_is_dull(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *words,
    bool any_name, bool is_json) {
  if (end - start <= 4) return true;
  ptrdiff_t first = start;
  while (first < end && bytes[first] <= ' ') first++;
  if (first == end) return true;
  // The text may be an address, percent-encoded or not, a multipart body, or base64.
  if (strchr("/%-\\", bytes[first]) != NULL) return false;
  if (stubkit_begins_base64(bytes + start, end - start)) return false;
  bool has_cell = false;
  for (ptrdiff_t place = first; place < end; place++) {
    uint8_t byte = bytes[place];
    if (is_start(bytes, start, place, end, words, any_name)) return false;
    if (is_in_word(byte)) continue;
    int escape = 0;
    switch (byte) {
      case '{': case '[': case '<': return false;
      case ',': case ';': case '|': case '\t': has_cell = true; break;
      // A text with cells before a line break may be a table.
      case '\n':
        if (has_cell) return false;
        break;
      case '\\':
        escape = is_json ? length_of_escape(bytes, place, end) : 0;
        if (escape == 0 || (has_cell && bytes[place + 1] == 'n')) return false;
        if (bytes[place + 1] == 't') has_cell = true;
        break;
      default: break;
    }
    // The end of an escape is no part of a word: a word may begin right after it.
    if (escape > 0) {
      place += escape - 1;
      ptrdiff_t next = place + 1;
      if (next + 3 < end && words[number_of(bytes + next)]) return false;
    }
  }
  return true;
}

enum { expects_value, expects_value_or_end, expects_name, expects_name_or_end, expects_separator };

/// Skips blanks; returns whether anything follows them.
static bool skip_blanks(struct stubkit_json *json) {
  while (json->position < json->count) {
    uint8_t byte = json->bytes[json->position];
    if (byte != ' ' && (uint8_t)(byte - 9) > 4) return true;
    json->position++;
  }
  return false;
}

static bool read_string(struct stubkit_json *json) {
  if (json->bytes[json->position] != '"') return false;
  ptrdiff_t place = json->position + 1;
  while (place < json->count && json->bytes[place] != '"') place += json->bytes[place] == '\\' ? 2 : 1;
  if (place >= json->count) return false;
  json->start = json->position + 1;
  json->end = place;
  json->position = place + 1;
  return true;
}

static int end_value(struct stubkit_json *json, int token) {
  json->expects = expects_separator;
  json->is_complete = json->depth == 0;
  if (token != stubkit_json_string) {
    json->rest = json->position;
  } else if (json->name_end == 0) {
    json->rest = json->start - 1;
  }
  return token;
}

static int open_container(struct stubkit_json *json) {
  if (json->depth == json->limit) return stubkit_json_end;
  struct stubkit_json_level level = {0};
  if (json->name_end > 0) {
    level.name = json->name;
    level.name_end = json->name_end;
    level.name_hash = stubkit_hash(0, json->bytes + level.name, level.name_end - level.name);
  } else if (json->depth > 0) {
    const struct stubkit_json_level *around = &json->open[json->depth - 1];
    level.name = around->name;
    level.name_end = around->name_end;
    level.name_hash = around->name_hash;
  }
  level.is_object = json->bytes[json->position] == '{';
  json->open[json->depth++] = level;
  json->rest = ++json->position;
  json->expects = level.is_object ? expects_name_or_end : expects_value_or_end;
  return stubkit_json_open;
}

static int close_container(struct stubkit_json *json) {
  if (json->depth == 0) return stubkit_json_end;
  if (json->bytes[json->position] != (json->open[json->depth - 1].is_object ? '}' : ']')) return stubkit_json_end;
  json->position++;
  json->depth--;
  json->name_end = 0;
  return end_value(json, stubkit_json_close);
}

static int read_name(struct stubkit_json *json) {
  if (!read_string(json) || !skip_blanks(json) || json->bytes[json->position] != ':') return stubkit_json_end;
  json->position++;
  json->expects = expects_value;
  json->name = json->start;
  json->name_end = json->end;
  json->name_hash =
      stubkit_hash(json->open[json->depth - 1].name_hash, json->bytes + json->start, json->end - json->start);
  json->is_naming = false;
  json->rest = json->start - 1;
  return stubkit_json_name;
}

/// Whether a scalar is a number, or a word that JSON or its relatives have: anything else may be a secret.
static bool is_scalar(const uint8_t *bytes, ptrdiff_t count) {
  static const char *const words[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity", "undefined"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if ((size_t)count == strlen(words[i]) && memcmp(bytes, words[i], (size_t)count) == 0) return true;
  }
  for (ptrdiff_t i = 0; i < count; i++) {
    if (is_letter(bytes[i]) && (i == 0 || (bytes[i] | 0x20) != 'e')) return false;
  }
  return true;
}

static int read_value(struct stubkit_json *json) {
  switch (json->bytes[json->position]) {
    case '{': case '[': return open_container(json);
    case '"': return read_string(json) ? end_value(json, stubkit_json_string) : stubkit_json_end;
    default: break;
  }
  ptrdiff_t place = json->position;
  while (place < json->count) {
    uint8_t byte = json->bytes[place];
    if (!is_letter(byte) && !is_digit(byte) && byte != '-' && byte != '+' && byte != '.') break;
    place++;
  }
  if (place == json->position || !is_scalar(json->bytes + json->position, place - json->position)) {
    return stubkit_json_end;
  }
  json->start = json->position;
  json->end = json->position = place;
  return end_value(json, stubkit_json_scalar);
}

int stubkit_next_token(struct stubkit_json *json) {
  if (json->is_complete || !skip_blanks(json)) return stubkit_json_end;
  if (json->expects != expects_value) json->name_end = 0;
  if (json->expects == expects_separator && json->bytes[json->position] == ',') {
    json->position++;
    json->expects = json->depth > 0 && json->open[json->depth - 1].is_object ? expects_name : expects_value;
    if (!skip_blanks(json)) return stubkit_json_end;
  }
  uint8_t byte = json->bytes[json->position];
  json->is_first = json->expects == expects_value_or_end;
  switch (json->expects) {
    case expects_separator: return close_container(json);
    case expects_name_or_end: return byte == '}' ? close_container(json) : read_name(json);
    case expects_name: return read_name(json);
    case expects_value_or_end: return byte == ']' ? close_container(json) : read_value(json);
    default: return read_value(json);
  }
}

/// Whether the last name is known to say nothing of its value here; sets `is_naming` if known.
static bool is_known(struct stubkit_json *json, const uint64_t *known) {
  uint64_t entry = known[json->name_hash >> 2 & (stubkit_known_names - 1)];
  if ((entry ^ json->name_hash) >> 2 != 0 || entry == 0) return false;
  json->is_naming = entry & stubkit_name_names;
  return !(entry & stubkit_name_is_value && json->open[json->depth - 1].last_label_end > 0);
}

void stubkit_note_label(const struct stubkit_json *json) {
  if (json->depth == 0) return;
  struct stubkit_json_level *level = &json->open[json->depth - 1];
  // A list may say where a value stands: `"loc": ["body", "password"], "input": "x"`.
  if (!level->is_object && json->depth > 1) level--;
  if (level->last_label_end == 0) {
    level->first_label = json->start;
    level->first_label_end = json->end;
  }
  level->last_label = json->start;
  level->last_label_end = json->end;
}

bool stubkit_is_first_of_pair(const struct stubkit_json *json) {
  return json->is_first && json->depth > 1 && !json->open[json->depth - 2].is_object;
}

int stubkit_next_telling_token(
    struct stubkit_json *json, int depth, const uint64_t *known,
    const uint8_t *words, bool any_name) {
  for (;;) {
    int token = stubkit_next_token(json);
    switch (token) {
      case stubkit_json_name:
        if (!is_known(json, known)) return token;
        break;
      case stubkit_json_string:
        if (stubkit_is_first_of_pair(json)) return token;
        if (!stubkit_is_dull(json->bytes, json->start, json->end, words, any_name, true)) return token;
        if (json->is_naming) stubkit_note_label(json);
        break;
      case stubkit_json_close:
        if (json->depth < depth) return token;
        break;
      case stubkit_json_end: return token;
      default: break;
    }
  }
}

stubkit_kinds stubkit_count_kinds(const uint8_t *bytes, ptrdiff_t count) {
  stubkit_kinds kinds = {0};
  int last = 0;
  for (ptrdiff_t place = 0; place < count; place += 1) {
    uint8_t byte = bytes[place];
    int kind = last;
    if (byte >= '0' && byte <= '9') {
      kind = 1;
      kinds.digits += 1;
    } else if ((byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z')) {
      kind = byte <= 'Z' ? 2 : 3;
      kinds.letters += 1;
    } else if (byte == '/') {
      kinds.slashes += 1;
    } else if (byte == '.') {
      kinds.dots += 1;
    } else if (byte == 0 || !strchr("+=%$-_~:", byte)) {
      return kinds;
    }
    if (kind != last && last != 0) kinds.changes += 1;
    last = kind;
  }
  kinds.is_word = true;
  return kinds;
}

bool stubkit_is_card_number(const uint8_t *bytes, ptrdiff_t count) {
  int sum = 0, digits = 0;
  for (ptrdiff_t place = count - 1; place >= 0; place -= 1) {
    if (!is_digit(bytes[place])) continue;
    int digit = bytes[place] - '0';
    if (digits % 2 == 1) digit = digit > 4 ? digit * 2 - 9 : digit * 2;
    sum += digit;
    digits += 1;
  }
  return digits >= 13 && digits <= 19 && sum % 10 == 0;
}

ptrdiff_t stubkit_count_words(const uint8_t *bytes, ptrdiff_t count) {
  ptrdiff_t words = 0;
  bool has_blank = false;
  for (ptrdiff_t place = 0; place < count && !has_blank; place += 1) has_blank = bytes[place] == ' ';
  for (ptrdiff_t start = 0, end; start < count; start = end + 1) {
    bool is_number = true, is_word = true;
    for (end = start; end < count && bytes[end] != ' '; end += 1) {
      uint8_t byte = bytes[end];
      if (!is_digit(byte)) is_number = false;
      bool is_sign = byte != 0 && strchr(",.;:!?'()-/&_", byte);
      if (!is_letter(byte) && byte < 0x80 && !is_sign) is_word = false;
    }
    ptrdiff_t length = end - start;
    if (length == 0 || (length < 4 && is_number)) continue;
    bool is_name = has_blank && length >= 8 && memcmp(bytes + start, "REDACTED", 8) == 0;
    if (length >= 24 || (!is_word && !is_name)) return 0;
    words += 1;
  }
  return words;
}

static bool is_upper(uint8_t byte) { return byte >= 'A' && byte <= 'Z'; }
static bool is_lower(uint8_t byte) { return byte >= 'a' && byte <= 'z'; }

ptrdiff_t stubkit_words(const uint8_t *bytes, ptrdiff_t count, uint8_t *out) {
  ptrdiff_t written = 0;
  bool in_word = false;
  for (ptrdiff_t place = 0; place < count; place += 1) {
    uint8_t byte = bytes[place];
    if (!is_upper(byte) && !is_lower(byte) && byte < 0x80) {
      in_word = false;
      continue;
    }
    if (is_upper(byte) && in_word) {
      // A capital begins a word in `clientSecret`, as does the last one in `APIKey`, but not in `APIs`.
      bool is_before_lower = place + 1 < count && is_lower(bytes[place + 1]);
      bool is_plural = is_before_lower && place + 2 == count && bytes[place + 1] == 's';
      if (!is_upper(bytes[place - 1]) || (is_before_lower && !is_plural)) in_word = false;
    }
    if (!in_word) out[written++] = 0;
    in_word = true;
    out[written++] = is_upper(byte) ? byte | 0x20 : byte;
  }
  return written;
}
