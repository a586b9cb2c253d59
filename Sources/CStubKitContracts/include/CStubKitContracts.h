#ifndef CSTUBKITCONTRACTS_H
#define CSTUBKITCONTRACTS_H

// The questions that a JSON Schema asks about values that `stubkit_read_tape` has read. In a debug build,
// loops of Swift over bytes take fifty times as long.

#include "CStubKit.h"

/// Whether two values are equal; numbers are compared by value, members in any order.
bool stubkit_is_same_json(
    const struct stubkit_json_tape *left, uint32_t left_index, const struct stubkit_json_tape *right,
    uint32_t right_index);

/// The position of a value in `list`, a tape whose only value is a list; -1 if it is not there.
ptrdiff_t stubkit_find_in_list(
    const struct stubkit_json_tape *list, const struct stubkit_json_tape *tape, uint32_t index);

/// Fills a table of 2^n slots with the positions of the names in a list; -1 marks a free slot.
void stubkit_index_names(const struct stubkit_json_tape *names, int32_t *slots, uint32_t slot_count);

/// The position of a name in a list of names, by the table of `stubkit_index_names`; -1 if it is not there.
ptrdiff_t stubkit_find_name(
    const struct stubkit_json_tape *names, const int32_t *slots, uint32_t slot_count,
    const struct stubkit_json_tape *tape, uint32_t index);

/// The index of the value of the member that has the name at `position` in `names`; 0 if there is none.
uint32_t stubkit_find_member(
    const struct stubkit_json_tape *tape, uint32_t object, const struct stubkit_json_tape *names,
    uint32_t position);

/// Finds two equal elements of a list, and sets their positions; false if all elements differ.
bool stubkit_find_equal_elements(
    const struct stubkit_json_tape *tape, uint32_t list, uint32_t *first, uint32_t *second);

/// Compares two numbers by their decimal values, exactly down to 1e-100000; negative if the left one is less.
int stubkit_compare_numbers(
    const struct stubkit_json_tape *left, uint32_t left_index, const struct stubkit_json_tape *right,
    uint32_t right_index);

/// Whether a number is a whole multiple of a tape's only number, by decimal values: 1.1 is a multiple of 0.1.
///
/// Digits of the divisor after the nineteenth count as zeros.
bool stubkit_is_multiple(
    const struct stubkit_json_tape *tape, uint32_t index, const struct stubkit_json_tape *divisor);

/// Whether a number is whole and fits into a signed integer of 32 or 64 bits.
bool stubkit_fits_integer(const struct stubkit_json_node *number, int bits);

/// The formats of strings that are checked.
enum {
  stubkit_format_date,
  stubkit_format_time,
  stubkit_format_date_time,
  stubkit_format_uuid,
  stubkit_format_uri,
  stubkit_format_uri_reference,
  stubkit_format_email,
  stubkit_format_hostname,
  stubkit_format_ipv4,
  stubkit_format_ipv6,
  stubkit_format_base64
};

bool stubkit_has_format(int format, const uint8_t *text, ptrdiff_t count);

/// The rules of a schema that need no walk: none about patterns, branches, elements or members.
struct stubkit_plain_rules {
  /// The allowed kinds of values that only the rules in this structure restrict.
  uint8_t kinds;
  /// The width of an integer; 0 for any.
  uint8_t bits;
  /// -1 for any.
  int8_t format;
  int32_t min_length, max_length;
  /// NULL for none.
  const struct stubkit_json_tape *minimum, *exclusive_minimum, *maximum, *exclusive_maximum, *divisor, *constants;
};

/// Whether these rules alone show that a value is valid; false may also mean that a walk has to decide.
bool stubkit_fits_plainly(
    const struct stubkit_plain_rules *rules, const struct stubkit_json_tape *tape, uint32_t index);

#endif
