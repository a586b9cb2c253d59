// Looks for bytes and words in texts; see text.h.

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

ptrdiff_t stubkit_find_beginning(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *beginnings, bool is_name) {
  for (; start < end; start++) {
    bool is_number = is_name && bytes[start] == '1' && start + 1 < end && is_digit(bytes[start + 1]);
    if (!is_number && !(start + 3 < end && beginnings[number_of(bytes + start)])) continue;
    if (!is_name || start == 0 || !(is_letter(bytes[start - 1]) || is_digit(bytes[start - 1]))) return start;
  }
  return end;
}

uint64_t stubkit_hash(uint64_t before, const uint8_t *bytes, ptrdiff_t count) {
  uint64_t hash = before ^ 0xcbf29ce484222325;
  for (ptrdiff_t i = 0; i < count; i++) hash = (hash ^ bytes[i]) * 0x100000001b3;
  return hash ^ hash >> 32;
}

/// Whether a name, which has at least three letters, stands before a colon.
static bool has_name_before(const uint8_t *bytes, ptrdiff_t colon) {
  int letters = 0;
  for (ptrdiff_t place = colon; place > 0 && colon - place < 120; place--) {
    uint8_t byte = bytes[place - 1];
    if (is_letter(byte) || byte >= 0x80) {
      if (++letters == 3) return true;
    } else if (!is_digit(byte) && !strchr(" -_.[]%\"'`\\", byte)) {
      return false;
    }
  }
  return false;
}

/// Whether a place is one of those that `stubkit_find_start` finds.
static inline __attribute__((always_inline)) bool is_start(
    const uint8_t *bytes, ptrdiff_t place, ptrdiff_t end, const uint8_t *words, bool any_name) {
  uint8_t byte = bytes[place];
  if (is_in_word(byte)) {
    if (place + 3 >= end || !words[number_of(bytes + place)]) return false;
    if (place == 0 || !is_in_word(bytes[place - 1])) return true;
    return (place > 1 && bytes[place - 2] == '\\') || (place > 2 && bytes[place - 3] == '%');
  }
  if (byte == '=') return true;
  if (byte == ':') {
    bool may_be_address = place + 1 < end && (bytes[place + 1] == '/' || bytes[place + 1] == '\\');
    return any_name || may_be_address || has_name_before(bytes, place);
  }
  return byte == '-' && place + 2 < end && bytes[place + 1] == '-' && bytes[place + 2] == '-';
}

ptrdiff_t stubkit_find_start(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *words,
    bool any_name) {
  while (start < end && !is_start(bytes, start, end, words, any_name)) start++;
  return start;
}

bool stubkit_is_dull(
    const uint8_t *bytes, ptrdiff_t end, const uint8_t *words, bool any_name) {
  if (end <= 4) return true;
  ptrdiff_t first = 0;
  while (first < end && bytes[first] <= ' ') first++;
  if (first == end) return true;
  // It may be an address, parts, or JSON in base64.
  if (bytes[first] == '/' || bytes[first] == '-') return false;
  if ((bytes[0] == 'e' || bytes[0] == 'W') && strchr("wxyz0123456789+-/_", bytes[1])) return false;
  bool has_cell = false;
  for (ptrdiff_t place = first; place < end; place++) {
    if (is_start(bytes, place, end, words, any_name)) return false;
    switch (bytes[place]) {
      case '{': case '[': case '<': case '\\': return false;
      case ',': case ';': case '|': case '\t': has_cell = true; break;
      // A text with cells in its first line may be a table.
      case '\n':
        if (has_cell) return false;
        break;
      default: break;
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

static bool is_in_object(const struct stubkit_json *json) {
  int last = json->depth - 1;
  return json->depth > 0 && json->objects[last / 64] >> (last % 64) & 1;
}

static int end_value(struct stubkit_json *json, int token) {
  json->expects = expects_separator;
  json->is_complete = json->depth == 0;
  if (token != stubkit_json_string) {
    json->rest = json->position;
  } else if (!is_in_object(json)) {
    json->rest = json->start - 1;
  }
  return token;
}

static int open_container(struct stubkit_json *json) {
  if (json->depth == stubkit_json_nesting) return stubkit_json_end;
  bool is_object = json->bytes[json->position] == '{';
  uint64_t *objects = &json->objects[json->depth / 64], bit = (uint64_t)1 << (json->depth % 64);
  *objects = is_object ? *objects | bit : *objects & ~bit;
  json->depth++;
  json->rest = ++json->position;
  json->expects = is_object ? expects_name_or_end : expects_value_or_end;
  return is_object ? stubkit_json_object : stubkit_json_list;
}

static int close_container(struct stubkit_json *json) {
  if (json->depth == 0) return stubkit_json_end;
  if (json->bytes[json->position] != (is_in_object(json) ? '}' : ']')) return stubkit_json_end;
  json->position++;
  json->depth--;
  return end_value(json, stubkit_json_close);
}

static int read_name(struct stubkit_json *json) {
  if (!read_string(json) || !skip_blanks(json) || json->bytes[json->position] != ':') return stubkit_json_end;
  json->position++;
  json->expects = expects_value;
  json->rest = json->start - 1;
  return stubkit_json_name;
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
  if (place == json->position) return stubkit_json_end;
  json->start = json->position;
  json->end = json->position = place;
  return end_value(json, stubkit_json_scalar);
}

int stubkit_next_token(struct stubkit_json *json) {
  if (json->is_complete || !skip_blanks(json)) return stubkit_json_end;
  if (json->expects == expects_separator && json->bytes[json->position] == ',') {
    json->position++;
    json->expects = is_in_object(json) ? expects_name : expects_value;
    if (!skip_blanks(json)) return stubkit_json_end;
  }
  uint8_t byte = json->bytes[json->position];
  switch (json->expects) {
    case expects_separator: return close_container(json);
    case expects_name_or_end: return byte == '}' ? close_container(json) : read_name(json);
    case expects_name: return read_name(json);
    case expects_value_or_end: return byte == ']' ? close_container(json) : read_value(json);
    default: return read_value(json);
  }
}
