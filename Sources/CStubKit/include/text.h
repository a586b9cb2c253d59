#ifndef CSTUBKIT_TEXT_H
#define CSTUBKIT_TEXT_H

// What is looked for in whole texts. In a debug build, a loop of Swift takes fifty times as long.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A set of bytes, a bit for each.
struct stubkit_byte_set {
  uint64_t bits[4];
};

static inline void stubkit_insert(uint8_t byte, struct stubkit_byte_set *set) {
  set->bits[byte >> 6] |= (uint64_t)1 << (byte & 63);
}

static inline bool stubkit_contains(struct stubkit_byte_set set, uint8_t byte) {
  return set.bits[byte >> 6] >> (byte & 63) & 1;
}

/// The first place of a member of a set, or of another byte, from a place on; the end if there is none.
ptrdiff_t stubkit_find(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, struct stubkit_byte_set set, bool is_member);

enum { stubkit_beginnings = 1 << 15 };

/// The number of four bytes, whatever their case, among those that words begin with.
///
/// What has another number than all of the words begins with none of them.
unsigned stubkit_beginning(const uint8_t *bytes);

/// The first place where one of some words may begin; the end if there is none.
///
/// - `beginnings`: A byte for each number, which is not zero if a word has it.
/// - `is_name`: Whether no letter or digit may stand before it, and a number that begins with a one will do as well.
ptrdiff_t stubkit_find_beginning(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *beginnings, bool is_name);

/// A hash of bytes that depends on what is hashed before them.
uint64_t stubkit_hash(uint64_t before, const uint8_t *bytes, ptrdiff_t count);

/// The first place where a secret may begin or a name may end; the end if there is none.
///
/// That is one of the words, at the start of a word or behind an escape as in `\npassword` and `%20password`;
/// an equals sign; a colon that has a name before it; and what may be the dashes around a key.
///
/// - `any_name`: Whether a name may have fewer than three letters.
ptrdiff_t stubkit_find_start(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *words,
    bool any_name);

/// Whether a text surely has neither a secret nor another format in it.
///
/// - `is_json`: Whether it is the content of a string, with escapes.
bool stubkit_is_dull(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *words,
    bool any_name, bool is_json);

/// A container of JSON that is open.
struct stubkit_json_level {
  /// The name of the member that it is, or of the list that it stands in.
  ptrdiff_t name, name_end;
  uint64_t name_hash;
  /// The first and the last string in it that says what is meant by a member `value`; none if the end is 0.
  ptrdiff_t first_label, first_label_end, last_label, last_label_end;
  bool is_object;
};

/// The tokens of JSON.
enum {
  stubkit_json_end,
  stubkit_json_name,
  stubkit_json_string,
  stubkit_json_scalar,
  stubkit_json_open,
  stubkit_json_close
};

/// Where a value of JSON is read.
struct stubkit_json {
  const uint8_t *bytes;
  ptrdiff_t count, position;
  struct stubkit_json_level *open;
  int depth, limit;
  /// The last name, string or scalar, without quotes.
  ptrdiff_t start, end;
  /// The name whose value comes next or was read last; none if the end is 0.
  ptrdiff_t name, name_end;
  /// The hash of that name in what it stands in.
  uint64_t name_hash;
  /// Where to look for other values, should this be none.
  ptrdiff_t rest;
  bool is_naming, is_complete;
  uint8_t expects;
};

/// What a name that says nothing of its value may still be; the lowest bits of its hash among those that are known.
enum { stubkit_name_names = 1, stubkit_name_is_value = 2, stubkit_name_flags = 3 };

/// The number of names that are known, each in the place that its hash gives it.
enum { stubkit_known_names = 1024 };

/// Reads the next token, and says which it is; the end at the end of the value, and at an error.
int stubkit_next_token(struct stubkit_json *json);

/// Notes that the string that was read says what is meant by a member `value` of the object around it.
void stubkit_note_label(const struct stubkit_json *json);

/// Reads on to the next token that may be secret, or say that another one is.
///
/// - `known`: The hashes of names that say nothing.
/// - `depth`: What closes a container up to this depth is given back.
int stubkit_next_telling_token(
    struct stubkit_json *json, int depth, const uint64_t *known,
    const uint8_t *words, bool any_name);

/// Bytes that stand one behind another in a text and in what it was before: where they begin in each.
struct stubkit_run {
  ptrdiff_t start, written;
};

/// A text with all escapes undone, in any language and at any depth.
struct stubkit_undone {
  uint8_t *bytes;
  ptrdiff_t count;
  struct stubkit_run *runs;
  ptrdiff_t run_count, run_room;
  /// Where the last sign stands that may begin an escape.
  ptrdiff_t last_sign;
};

/// Undoes percent-encoding, also that of forms, the escapes of JSON, and the entities of HTML.
struct stubkit_undone stubkit_undo(const uint8_t *bytes, ptrdiff_t count);

void stubkit_forget_undone(struct stubkit_undone *undone);

/// Where a place of the text was before.
ptrdiff_t stubkit_place_written(const struct stubkit_undone *undone, ptrdiff_t place);

/// Writes the character of an entity without its signs, such as `lt` and `#x3C`, and says how many bytes it has; 0 if
/// there is none.
int stubkit_entity(const uint8_t *name, ptrdiff_t count, uint8_t *text);

/// Writes a text in UTF-8 as a string of JSON has it, without quotes, from a position on, which is moved.
///
/// It stops where fewer than 12 bytes of room are left, and at a character beyond ASCII that may have to be escaped if
/// controls are to be seen. Returns the number of bytes that were written.
ptrdiff_t stubkit_write_json(
    const uint8_t *bytes, ptrdiff_t *position, ptrdiff_t end, bool shows_controls, uint8_t *written,
    ptrdiff_t room);

#endif
