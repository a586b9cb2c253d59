#ifndef CSTUBKIT_JSON_H
#define CSTUBKIT_JSON_H

// JSON read in one go into a flat list of nodes. In a debug build, loops of Swift over bytes take fifty times
// as long.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kinds of values, as bits: a schema's `type` is a set of them, and a whole number has two.
enum {
  stubkit_json_null = 1,
  stubkit_json_bool = 2,
  stubkit_json_number = 4,
  stubkit_json_text = 8,
  stubkit_json_list = 16,
  stubkit_json_object = 32,
  stubkit_json_whole = 64,
  /// The name of a member, right before the member's value.
  stubkit_json_member = 128
};

struct stubkit_json_node {
  /// Where the value stands in the bytes: a string without its quotes and with its escapes undone.
  uint32_t start, end;
  /// The index of the node after this value and everything inside it.
  uint32_t next;
  union {
    /// The number of elements, members or scalars in a list, an object or a string.
    int32_t count;
    /// Of a number: the power of ten that its `digits` are to be multiplied by.
    int32_t exponent;
  };
  union {
    /// Of any other value: a hash, which equal values share.
    uint64_t hash;
    /// Of a number: its first nineteen digits, without zeros at the start and the end.
    uint64_t digits;
  };
  uint8_t kind;
  bool is_negative;
  /// Whether a number has more digits that matter; they are only in its text.
  bool is_long;
};

enum stubkit_json_fault {
  /// The fault's text says what should be there.
  stubkit_json_expects,
  /// The fault's text says what is wrong.
  stubkit_json_is_wrong,
  stubkit_json_has_control,
  stubkit_json_is_too_large,
  stubkit_json_is_too_deep
};

struct stubkit_json_tape {
  uint8_t *bytes;
  struct stubkit_json_node *nodes;
  uint32_t count, room;
  /// The most containers that are open at once.
  int depth;
  /// Why the text is not JSON; `fault_text` is what is expected or wrong, or NULL.
  enum stubkit_json_fault fault;
  const char *fault_text;
  ptrdiff_t fault_place;
};

/// Reads one JSON value (RFC 8259), skipping a byte order mark; false if the text is not JSON.
///
/// If `is_lenient`, half a surrogate pair becomes U+FFFD, control characters and bytes that are no
/// UTF-8 stay in a string as they are, and a number may be too large.
///
/// The tape has a copy of the bytes. Each node stands for at least two bytes, so the nodes need at
/// most 16 times the memory of the text, and usually a third of that.
/// - `limit`: How deep lists and objects may be nested.
bool stubkit_read_tape(
    struct stubkit_json_tape *tape, const uint8_t *bytes, ptrdiff_t count, int limit, bool is_lenient);

void stubkit_free_tape(struct stubkit_json_tape *tape);

/// How many digits of a number are kept.
enum { stubkit_most_digits = 19 };

static inline int stubkit_digits(uint64_t value) {
  int digits = 0;
  for (; value > 0; value /= 10) digits++;
  return digits;
}

/// Pads the digits with zeros to nineteen, to compare numbers of the same magnitude.
static inline uint64_t stubkit_full_digits(uint64_t value, int digits) {
  for (; digits < stubkit_most_digits; digits++) value *= 10;
  return value;
}

#endif
