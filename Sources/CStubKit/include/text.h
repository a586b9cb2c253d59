#ifndef CSTUBKIT_TEXT_H
#define CSTUBKIT_TEXT_H

// Loops over whole texts, in C because a loop of Swift takes many times as long in a debug build.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

/// The next place of a byte in `set`, or not in it if `is_member` is false; `end` if none.
ptrdiff_t stubkit_find(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, struct stubkit_byte_set set, bool is_member);

/// The value of a hexadecimal digit; -1 for any other byte.
static inline int stubkit_hex_digit(uint8_t byte) {
  if ((uint8_t)(byte - '0') < 10) return byte - '0';
  uint8_t letter = (uint8_t)((byte | 0x20) - 'a');
  return letter < 6 ? letter + 10 : -1;
}

enum { stubkit_beginnings = 1 << 15 };

/// A number for the first four bytes of a word, whatever their case.
///
/// A text whose number is not that of any word begins with none of the words.
unsigned stubkit_beginning(const uint8_t *bytes);

/// The first place where one of the given words may begin; the end if there is none.
///
/// - `beginnings`: A byte for each number, which is not zero if a word has that number.
/// - `is_name`: If true, no letter or digit may precede the place, and a 1 before a digit counts.
ptrdiff_t stubkit_find_word(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *beginnings, bool is_name);

static inline uint8_t stubkit_lowercased(uint8_t byte) {
  return byte >= 'A' && byte <= 'Z' ? byte | 32 : byte;
}

/// Whether two texts of one length are the same, ignoring the case of ASCII letters.
static inline bool stubkit_equal_ignoring_case(
    const uint8_t *bytes, const uint8_t *others, ptrdiff_t length) {
  if (memcmp(bytes, others, length) == 0) return true;
  for (ptrdiff_t i = 0; i < length; i++) {
    if (stubkit_lowercased(bytes[i]) != stubkit_lowercased(others[i])) return false;
  }
  return true;
}

/// A hash of bytes that depends on what is hashed before them.
uint64_t stubkit_hash(uint64_t before, const uint8_t *bytes, ptrdiff_t count);

/// The first place where a secret may begin or a name may end; the end if there is none.
///
/// Such a place has one of the words, at the start of a word or after an escape as in `\npassword` and
/// `%20password`; an equals sign; a colon after a name or in an address; or perhaps the dashes around a key.
///
/// - `any_name`: Whether a name may have fewer than three letters.
ptrdiff_t stubkit_find_clue(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *words,
    bool any_name);

/// What a value consists of.
typedef struct {
  ptrdiff_t digits;
  ptrdiff_t letters;
  /// How often a digit, a capital or a small letter follows another kind, past any signs.
  ptrdiff_t changes;
  ptrdiff_t slashes;
  ptrdiff_t dots;
  /// Whether the value has only digits, letters, slashes, dots, and other signs of tokens.
  bool is_word;
} stubkit_kinds;

stubkit_kinds stubkit_count_kinds(const uint8_t *bytes, ptrdiff_t count);

/// Whether the digits of a text are a card's number, by their count and the check digit (Luhn).
bool stubkit_is_card_number(const uint8_t *bytes, ptrdiff_t count);

/// Counts the words of a text, but not short numbers; 0 if the text has anything else.
ptrdiff_t stubkit_count_words(const uint8_t *bytes, ptrdiff_t count);

/// Writes the words of a name in lower case, each behind a zero; returns how many bytes these take.
///
/// Digits and signs separate words, and so do capitals: `clientSecret`, `APIKey`.
///
/// - `out`: Has room for twice as many bytes as the name.
ptrdiff_t stubkit_words(const uint8_t *bytes, ptrdiff_t count, uint8_t *out);

/// Whether a word may be base64 of a text that begins like JSON, or with six printable characters of ASCII.
bool stubkit_begins_base64(const uint8_t *bytes, ptrdiff_t count);

/// Whether a text certainly has neither a secret nor another format in it.
///
/// - `is_json`: Whether the text is the content of a JSON string, with its escapes.
bool stubkit_is_dull(
    const uint8_t *bytes, ptrdiff_t start, ptrdiff_t end, const uint8_t *words,
    bool any_name, bool is_json);

/// An open container of JSON.
struct stubkit_json_level {
  /// The container's name as a member, or the name of the list that the container stands in.
  ptrdiff_t name, name_end;
  uint64_t name_hash;
  /// The first and the last string in the container that label its member `value`; none if the end is 0.
  ptrdiff_t first_label, first_label_end, last_label, last_label_end;
  bool is_object;
};

enum {
  stubkit_json_end,
  stubkit_json_name,
  stubkit_json_string,
  stubkit_json_scalar,
  stubkit_json_open,
  stubkit_json_close
};

/// The state of reading one JSON value.
struct stubkit_json {
  const uint8_t *bytes;
  ptrdiff_t count, position;
  struct stubkit_json_level *open;
  int depth, limit;
  /// The last name, string or scalar, without quotes.
  ptrdiff_t start, end;
  /// The name whose value comes next or was read last; none if the end is 0.
  ptrdiff_t name, name_end;
  /// The hash of that name, which depends on the name around it.
  uint64_t name_hash;
  /// Where to look for other values if the value that is read turns out to be invalid.
  ptrdiff_t rest;
  /// `is_first`: Whether the last token is the first of a list.
  bool is_naming, is_complete, is_first;
  uint8_t expects;
};

/// Flags in the lowest bits of a known name's hash: its value is a label, or may have a label.
enum { stubkit_name_names = 1, stubkit_name_is_value = 2, stubkit_name_flags = 3 };

/// The number of places for known names; the hash of a name gives its place.
enum { stubkit_known_names = 1024 };

/// Reads the next token, and returns its kind; `stubkit_json_end` after the value, and at an error.
int stubkit_next_token(struct stubkit_json *json);

/// Notes that the last string labels the member `value` of the object around it.
void stubkit_note_label(const struct stubkit_json *json);

/// Whether the last token begins a list in a list, as in `[["X-Api-Key", "x"]]`.
bool stubkit_is_first_of_pair(const struct stubkit_json *json);

/// Reads on to the next token that may be, or may point to, a secret.
///
/// - `known`: The hashes of names that say nothing of their values.
/// - `depth`: The ends of containers up to this depth are returned as well.
int stubkit_next_telling_token(
    struct stubkit_json *json, int depth, const uint64_t *known,
    const uint8_t *words, bool any_name);

/// Where a run of bytes begins in the undone text and in the text as written; both have the run in one piece.
struct stubkit_run {
  ptrdiff_t start, written;
};

/// A text with all escapes undone, of every kind and at any depth.
struct stubkit_undone {
  uint8_t *bytes;
  ptrdiff_t count;
  struct stubkit_run *runs;
  ptrdiff_t run_count, run_room;
  /// Where the last `%` or backslash stands, either of which may begin an escape.
  ptrdiff_t last_sign;
};

/// Undoes percent-encoding, the encoding of forms, the escapes of JSON, and the entities of HTML.
struct stubkit_undone stubkit_undo(const uint8_t *bytes, ptrdiff_t count);

void stubkit_forget_undone(struct stubkit_undone *undone);

/// Where a place of the undone text is in the text as written.
ptrdiff_t stubkit_place_written(const struct stubkit_undone *undone, ptrdiff_t place);

/// Undoes the entities of HTML or else percent-encoding, once, and if `is_form` writes a space for a plus.
///
/// Malformed escapes stay. Returns how many bytes were written to `out`, which has room for `count`.
ptrdiff_t stubkit_unescape(const uint8_t *bytes, ptrdiff_t count, bool is_html, bool is_form, uint8_t *out);

/// Writes UTF-8 from `position` on as the content of a JSON string, and moves `position` past it.
///
/// Writing stops where no more than 12 bytes of room are left and, if controls are to be shown, at DEL and
/// at characters beyond ASCII that may have to be escaped. Returns the number of bytes that were written.
ptrdiff_t stubkit_write_json(
    const uint8_t *bytes, ptrdiff_t *position, ptrdiff_t end, bool shows_controls, uint8_t *written,
    ptrdiff_t room);

/// What a compressed text is wrapped in.
enum { stubkit_deflate, stubkit_gzip, stubkit_zlib };

/// Decompressed bytes, which the caller frees also after a fault; `fault` is constant text or NULL.
struct stubkit_inflated {
  uint8_t *bytes;
  ptrdiff_t count;
  const char *fault;
  /// Whether the fault is that there are more bytes than the limit or the memory allows.
  bool is_too_large;
};

/// Decompresses at most `limit` bytes: all members of a gzip, or one deflated text, which without a wrapper has
/// to end with the input.
struct stubkit_inflated stubkit_inflate(const uint8_t *bytes, ptrdiff_t count, int wrapping, ptrdiff_t limit);

#endif
