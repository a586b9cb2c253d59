// Reads JSON into a flat list of nodes; see json.h.

#include "json.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t factor = 0x9e3779b97f4a7c15;

static inline uint64_t mixed(uint64_t value) {
  value *= factor;
  return value ^ value >> 32;
}

static inline uint64_t word_at(const uint8_t *bytes, int count) {
  uint64_t word = 0;
  memcpy(&word, bytes, (size_t)count);
  return word;
}

static uint64_t hash_of_text(const uint8_t *text, ptrdiff_t count) {
  uint64_t hash = (uint64_t)count;
  if (count >= 8) {
    ptrdiff_t place = 0;
    for (; place + 8 <= count; place += 8) hash = mixed(hash ^ word_at(text + place, 8));
    // The last word overlaps the one before.
    if (place < count) hash = mixed(hash ^ word_at(text + count - 8, 8));
  } else if (count >= 4) {
    hash = mixed(hash ^ (word_at(text, 4) << 32 | word_at(text + count - 4, 4)));
  } else if (count > 0) {
    hash = mixed(hash ^ ((uint64_t)text[0] << 16 | (uint64_t)text[count / 2] << 8 | text[count - 1]));
  }
  return mixed(hash);
}

/// The hash of any value; the node of a number has its digits in place of a hash.
static uint64_t hash_of(const struct stubkit_json_node *node) {
  if (!(node->kind & stubkit_json_number)) return node->hash;
  return mixed(mixed(node->digits) ^ (uint64_t)(uint32_t)node->exponent << 1 ^ node->is_negative);
}

struct reader {
  struct stubkit_json_tape *tape;
  bool is_lenient;
  /// A zero stands behind the last byte, so nearly all loops end by themselves.
  const uint8_t *place, *end;
};

/// Notes where the text is wrong, and why.
static bool fail(struct reader *reader, const uint8_t *place, enum stubkit_json_fault fault, const char *text) {
  reader->tape->fault = fault;
  reader->tape->fault_text = text;
  reader->tape->fault_place = place - reader->tape->bytes;
  return false;
}

static bool expected(struct reader *reader, const char *text) {
  return fail(reader, reader->place, stubkit_json_expects, text);
}

/// Adds a node; NULL if there is no memory for it.
static struct stubkit_json_node *add_node(struct reader *reader, uint8_t kind) {
  struct stubkit_json_tape *tape = reader->tape;
  if (tape->count == tape->room) {
    size_t room = (size_t)tape->room * 2;
    void *nodes = room > UINT32_MAX ? NULL : realloc(tape->nodes, room * sizeof *tape->nodes);
    if (nodes == NULL) return NULL;
    tape->nodes = nodes;
    tape->room = (uint32_t)room;
  }
  struct stubkit_json_node *node = &tape->nodes[tape->count++];
  uint32_t start = (uint32_t)(reader->place - tape->bytes);
  *node = (struct stubkit_json_node){.start = start, .end = start, .next = tape->count, .kind = kind};
  return node;
}

static inline void skip_blanks(struct reader *reader) {
  const uint8_t *place = reader->place;
  while (*place == ' ' || *place == '\n' || *place == '\r' || *place == '\t') place++;
  reader->place = place;
}

/// The length of a valid character beyond ASCII; 0 if there is none.
static int length_of_character(const uint8_t *bytes) {
  uint8_t first = bytes[0], second = bytes[1];
  if ((second & 0xc0) != 0x80) return 0;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if ((bytes[2] & 0xc0) != 0x80) return 0;
  if (first >= 0xe0 && first < 0xf0) {
    bool is_overlong = first == 0xe0 && second < 0xa0, is_surrogate = first == 0xed && second >= 0xa0;
    return is_overlong || is_surrogate ? 0 : 3;
  }
  if ((bytes[3] & 0xc0) != 0x80 || first < 0xf0 || first > 0xf4) return 0;
  bool is_overlong = first == 0xf0 && second < 0x90, is_too_large = first == 0xf4 && second >= 0x90;
  return is_overlong || is_too_large ? 0 : 4;
}

/// The value of four hexadecimal digits; -1 if these are not there.
static int32_t code_unit(struct reader *reader, const uint8_t *bytes) {
  int32_t unit = 0;
  for (int i = 0; i < 4; i++) {
    uint8_t byte = bytes[i], letter = (uint8_t)((byte | 0x20) - 'a');
    if ((uint8_t)(byte - '0') > 9 && letter > 5) {
      fail(reader, bytes + i, stubkit_json_expects, "four hexadecimal digits");
      return -1;
    }
    unit = unit << 4 | (letter <= 5 ? letter + 10 : byte - '0');
  }
  return unit;
}

/// Writes the character of an escape, and advances `place` and `written`; false if the escape is invalid.
static bool undo_escape(struct reader *reader, uint8_t **written) {
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  const uint8_t *place = reader->place + 1;
  uint8_t *text = *written;
  const char *simple = *place == 0 ? NULL : strchr(escapes, *place);
  if (simple != NULL) {
    *text++ = (uint8_t)meanings[simple - escapes];
    place++;
  } else {
    if (*place != 'u') return fail(reader, place, stubkit_json_expects, "an escaped character");
    int32_t scalar = code_unit(reader, place + 1);
    if (scalar < 0) return false;
    place += 5;
    if (scalar >= 0xd800 && scalar < 0xe000) {
      int32_t second = 0;
      if (scalar < 0xdc00 && place[0] == '\\' && place[1] == 'u') second = code_unit(reader, place + 2);
      if (second < 0) return false;
      if (second >= 0xdc00 && second < 0xe000) {
        scalar = 0x10000 + ((scalar - 0xd800) << 10) + (second - 0xdc00);
        place += 6;
      } else if (reader->is_lenient) {
        // The second escape may be valid by itself, so it is read again.
        scalar = 0xfffd;
      } else {
        return fail(reader, reader->place, stubkit_json_is_wrong, "only half of a surrogate pair");
      }
    }
    if (scalar < 0x80) {
      *text++ = (uint8_t)scalar;
    } else {
      int more = scalar < 0x800 ? 1 : scalar < 0x10000 ? 2 : 3;
      *text++ = (uint8_t)((0xff00 >> (more + 1) & 0xff) | scalar >> 6 * more);
      while (more-- > 0) *text++ = (uint8_t)(0x80 | (scalar >> 6 * more & 0x3f));
    }
  }
  reader->place = place;
  *written = text;
  return true;
}

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
static inline bool is_plain(uint8_t byte) { return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\'; }
#endif

/// Skips ASCII characters that stand for themselves in a string, and returns the place of the next byte.
static inline const uint8_t *skip_plain(const uint8_t *place) {
  const uint64_t ones = 0x0101010101010101;
  for (;; place += 8) {
    uint64_t word = word_at(place, 8);
    uint64_t quotes = (word ^ ones * '"') - ones, backslashes = (word ^ ones * '\\') - ones;
    // The highest bit of a byte is set if the byte is not plain.
    uint64_t others = (word | (word - ones * 0x20) | quotes | backslashes) & ones * 0x80;
    if (others == 0) continue;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return place + __builtin_ctzll(others) / 8;
#else
    while (is_plain(*place)) place++;
    return place;
#endif
  }
}

/// Reads a string, whose escapes are undone in place.
static bool read_text(struct reader *reader, uint8_t kind) {
  struct stubkit_json_node *node = add_node(reader, kind);
  if (node == NULL) return false;
  const uint8_t *place = reader->place + 1;
  uint8_t *first = reader->tape->bytes + (place - reader->tape->bytes), *written = first;
  int32_t scalars = 0;
  for (;;) {
    const uint8_t *run = place;
    place = skip_plain(place);
    scalars += (int32_t)(place - run);
    while (*place >= 0x80 || (reader->is_lenient && *place < 0x20 && place < reader->end)) {
      int length = *place < 0x20 ? 1 : length_of_character(place);
      if (length == 0 && !reader->is_lenient) {
        return fail(reader, reader->place, stubkit_json_is_wrong, "the string is not valid UTF-8");
      }
      place += length == 0 ? 1 : length;
      scalars++;
    }
    if (written != run) memmove(written, run, (size_t)(place - run));
    written += place - run;
    if (*place == '"') break;
    if (*place < 0x20 && place < reader->end) return fail(reader, place, stubkit_json_has_control, NULL);
    if (place == reader->end) return fail(reader, place, stubkit_json_expects, "a quote at the end of the string");
    if (*place != '\\') continue;
    const uint8_t *quote = reader->place;
    reader->place = place;
    if (!undo_escape(reader, &written)) return false;
    place = reader->place;
    reader->place = quote;
    scalars++;
  }
  reader->place = place + 1;
  node->start = (uint32_t)(first - reader->tape->bytes);
  node->end = (uint32_t)(written - reader->tape->bytes);
  node->count = scalars;
  node->hash = hash_of_text(first, written - first);
  return true;
}

static inline bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }

enum { most_exponent = 100000 };

/// Reads a number as digits and an exponent; digits after the nineteenth stay in the text.
static bool read_number(struct reader *reader) {
  struct stubkit_json_node *node = add_node(reader, stubkit_json_number);
  if (node == NULL) return false;
  const uint8_t *place = reader->place;
  bool is_negative = *place == '-';
  if (is_negative) place++;
  if (!is_digit(*place)) return fail(reader, place, stubkit_json_expects, is_negative ? "a digit" : "a value");
  if (*place == '0' && is_digit(place[1])) {
    return fail(reader, place + 1, stubkit_json_is_wrong, "no digit may follow a 0 at the start of a number");
  }
  uint64_t value = 0;
  int digits = 0;
  /// Digits after the 19th: `left_out` counts all so far, `missed` those up to the last that is not 0.
  int64_t exponent = 0, left_out = 0, missed = 0;
  for (; is_digit(*place); place++) {
    if (digits == stubkit_most_digits) {
      exponent++;
      left_out++;
      if (*place != '0') missed = left_out;
    } else {
      value = value * 10 + (*place - '0');
      if (value > 0) digits++;
    }
  }
  if (*place == '.') {
    if (!is_digit(*++place)) return fail(reader, place, stubkit_json_expects, "a digit");
    for (; is_digit(*place); place++) {
      if (digits == stubkit_most_digits) {
        left_out++;
        if (*place != '0') missed = left_out;
        continue;
      }
      value = value * 10 + (*place - '0');
      if (value > 0) digits++;
      exponent--;
    }
  }
  if ((*place | 0x20) == 'e') {
    place++;
    bool is_small = *place == '-';
    if (*place == '-' || *place == '+') place++;
    if (!is_digit(*place)) return fail(reader, place, stubkit_json_expects, "a digit");
    int64_t given = 0;
    for (; is_digit(*place); place++) {
      if (given < INT64_MAX / 20) given = given * 10 + (*place - '0');
    }
    exponent += is_small ? -given : given;
  }
  if (value == 0) exponent = 0;
  bool is_whole = exponent - missed >= 0;
  for (; value > 0 && value % 10 == 0; value /= 10) exponent++;
  if (value > 0 && exponent > -most_exponent) {
    // Most readers of JSON reject a number that is too large for a double.
    int count = stubkit_digits(value);
    bool is_too_large = count + exponent > 309 ||
        (count + exponent == 309 && stubkit_full_digits(value, count) > 1797693134862315807);
    if (is_too_large && !reader->is_lenient) return fail(reader, reader->place, stubkit_json_is_too_large, NULL);
  }
  node->end = (uint32_t)(place - reader->tape->bytes);
  node->exponent = (int32_t)(exponent < -most_exponent ? -most_exponent : exponent);
  node->digits = value;
  node->is_negative = is_negative && value > 0;
  node->is_long = missed > 0;
  if (missed > 0 ? is_whole : exponent >= 0) node->kind |= stubkit_json_whole;
  reader->place = place;
  return true;
}

static bool read_word(struct reader *reader, const char *word, uint8_t kind) {
  size_t length = strlen(word);
  if (memcmp(reader->place, word, length) != 0) return expected(reader, "a value");
  struct stubkit_json_node *node = add_node(reader, kind);
  if (node == NULL) return false;
  reader->place += length;
  node->end = node->start + (uint32_t)length;
  node->hash = mixed((uint64_t)word[0]);
  return true;
}

static bool read_member_name(struct reader *reader, const char *alternative) {
  if (*reader->place != '"') return expected(reader, alternative);
  if (!read_text(reader, stubkit_json_member)) return false;
  skip_blanks(reader);
  if (*reader->place != ':') return expected(reader, "\":\"");
  reader->place++;
  return true;
}

static bool read_scalar(struct reader *reader) {
  switch (*reader->place) {
    case '"': return read_text(reader, stubkit_json_text);
    case 't': return read_word(reader, "true", stubkit_json_bool);
    case 'f': return read_word(reader, "false", stubkit_json_bool);
    case 'n': return read_word(reader, "null", stubkit_json_null);
    default: return read_number(reader);
  }
}

/// Adds a value that was just read to the count and the hash of its container.
static void add_to_container(struct stubkit_json_tape *tape, uint32_t container, uint32_t index) {
  struct stubkit_json_node *node = &tape->nodes[container];
  uint64_t hash = hash_of(&tape->nodes[index]);
  node->count++;
  if (node->kind == stubkit_json_list) {
    node->hash = mixed(node->hash ^ hash) + 1;
  } else {
    // A sum, since the order does not count.
    node->hash += mixed(tape->nodes[index - 1].hash + mixed(hash));
  }
}

/// Reads the value at the place and all in it. An open container's `next` is the container around it.
static bool read_value(struct reader *reader, int limit) {
  struct stubkit_json_tape *tape = reader->tape;
  uint32_t open = UINT32_MAX;
  for (int depth = 0;;) {
    skip_blanks(reader);
    uint32_t index = tape->count;
    bool is_object = *reader->place == '{', is_ended = true;
    if (is_object || *reader->place == '[') {
      if (depth == limit) return fail(reader, reader->place, stubkit_json_is_too_deep, NULL);
      struct stubkit_json_node *node = add_node(reader, is_object ? stubkit_json_object : stubkit_json_list);
      if (node == NULL) return false;
      node->next = open;
      node->hash = node->kind;
      open = index;
      if (++depth > tape->depth) tape->depth = depth;
      reader->place++;
      skip_blanks(reader);
      is_ended = *reader->place == (is_object ? '}' : ']');
      if (!is_ended) {
        if (is_object && !read_member_name(reader, "a name in quotes or \"}\"")) return false;
        continue;
      }
    } else {
      if (!read_scalar(reader)) return false;
      if (open == UINT32_MAX) return true;
      add_to_container(tape, open, index);
    }
    for (;;) {
      skip_blanks(reader);
      is_object = tape->nodes[open].kind == stubkit_json_object;
      if (*reader->place == ',') {
        reader->place++;
        skip_blanks(reader);
        if (is_object && !read_member_name(reader, "a name in quotes")) return false;
        break;
      }
      if (*reader->place != (is_object ? '}' : ']')) {
        return expected(reader, is_object ? "\",\" or \"}\"" : "\",\" or \"]\"");
      }
      reader->place++;
      uint32_t closed = open;
      open = tape->nodes[closed].next;
      tape->nodes[closed].next = tape->count;
      tape->nodes[closed].end = (uint32_t)(reader->place - tape->bytes);
      depth--;
      if (open == UINT32_MAX) return true;
      add_to_container(tape, open, closed);
    }
  }
}

bool stubkit_read_tape(
    struct stubkit_json_tape *tape, const uint8_t *bytes, ptrdiff_t count, int limit, bool is_lenient) {
  *tape = (struct stubkit_json_tape){.fault = stubkit_json_is_wrong, .fault_text = "the text is too long"};
  if (count > INT32_MAX) return false;
  tape->bytes = malloc((size_t)count + 8);
  tape->room = (uint32_t)count / 16 + 16;
  tape->nodes = malloc(tape->room * sizeof *tape->nodes);
  if (tape->bytes == NULL || tape->nodes == NULL) return false;
  if (count > 0) memcpy(tape->bytes, bytes, (size_t)count);
  memset(tape->bytes + count, 0, 8);
  struct reader reader = {tape, is_lenient, tape->bytes, tape->bytes + count};
  if (memcmp(tape->bytes, "\xef\xbb\xbf", 3) == 0) reader.place += 3;
  if (!read_value(&reader, limit)) return false;
  skip_blanks(&reader);
  return reader.place == reader.end || expected(&reader, "the end of the text");
}

void stubkit_free_tape(struct stubkit_json_tape *tape) {
  free(tape->bytes);
  free(tape->nodes);
  *tape = (struct stubkit_json_tape){0};
}
