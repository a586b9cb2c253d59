// Undoes the escapes of a text; see text.h.

#include "text.h"

#include <stdlib.h>
#include <string.h>

/// Writes a character in UTF-8 and returns its length; 0 if no character has that number.
static int write_scalar(uint32_t scalar, uint8_t *text) {
  if (scalar > 0x10ffff || (scalar >= 0xd800 && scalar < 0xe000)) return 0;
  if (scalar < 0x80) {
    text[0] = (uint8_t)scalar;
    return 1;
  }
  int count = scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4;
  for (int place = count - 1; place > 0; place--, scalar >>= 6) text[place] = (uint8_t)(0x80 | (scalar & 0x3f));
  text[0] = (uint8_t)((count == 2 ? 0xc0 : count == 3 ? 0xe0 : 0xf0) | scalar);
  return count;
}

static int entity(const uint8_t *name, ptrdiff_t count, uint8_t *text) {
  static const struct { const char *name, *text; } entities[] = {
      {"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"apos", "'"}, {"nbsp", " "}};
  for (size_t index = 0; index < sizeof entities / sizeof *entities; index++) {
    if (strlen(entities[index].name) == (size_t)count && memcmp(entities[index].name, name, (size_t)count) == 0) {
      text[0] = (uint8_t)*entities[index].text;
      return 1;
    }
  }
  if (count < 2 || count > 9 || name[0] != '#') return 0;
  int radix = (name[1] | 0x20) == 'x' ? 16 : 10;
  ptrdiff_t place = radix == 16 ? 2 : 1;
  if (place == count) return 0;
  uint32_t scalar = 0;
  for (; place < count; place++) {
    int digit = stubkit_hex_digit(name[place]);
    if (digit < 0 || digit >= radix) return 0;
    scalar = scalar * (uint32_t)radix + (uint32_t)digit;
  }
  return write_scalar(scalar, text);
}

ptrdiff_t stubkit_unescape(const uint8_t *bytes, ptrdiff_t count, bool is_html, bool is_form, uint8_t *out) {
  ptrdiff_t length = 0;
  for (ptrdiff_t place = 0; place < count;) {
    uint8_t byte = bytes[place];
    if (is_html && byte == '&') {
      ptrdiff_t end = place + 1, limit = count - place > 10 ? place + 10 : count;
      while (end < limit && bytes[end] != ';') end++;
      int written = end < limit ? entity(bytes + place + 1, end - place - 1, out + length) : 0;
      if (written > 0) {
        length += written;
        place = end + 1;
        continue;
      }
    } else if (!is_html && byte == '%' && count - place > 2) {
      int value = stubkit_hex_digit(bytes[place + 1]) * 16 | stubkit_hex_digit(bytes[place + 2]);
      if (value >= 0) {
        out[length++] = (uint8_t)value;
        place += 3;
        continue;
      }
    }
    out[length++] = is_form && byte == '+' ? ' ' : byte;
    place++;
  }
  return length;
}

ptrdiff_t stubkit_place_written(const struct stubkit_undone *undone, ptrdiff_t place) {
  ptrdiff_t low = 0, high = undone->run_count;
  while (high - low > 1) {
    ptrdiff_t middle = (low + high) / 2;
    if (undone->runs[middle].start <= place) low = middle; else high = middle;
  }
  return undone->runs[low].written + place - undone->runs[low].start;
}

static void start_run(struct stubkit_undone *undone, ptrdiff_t written) {
  if (undone->run_count > 0) {
    struct stubkit_run last = undone->runs[undone->run_count - 1];
    if (written - last.written == undone->count - last.start) return;
  }
  if (undone->run_count == undone->run_room) {
    undone->run_room = undone->run_room * 2 + 16;
    undone->runs = realloc(undone->runs, (size_t)undone->run_room * sizeof *undone->runs);
    if (undone->runs == NULL) abort();
  }
  undone->runs[undone->run_count++] = (struct stubkit_run){undone->count, written};
}

/// Undoes a `\uXXXX` at the end; a high surrogate is kept in three bytes until a low one comes.
static int end_unit(const struct stubkit_undone *undone, uint8_t *text, int *count) {
  const uint8_t *end = undone->bytes + undone->count;
  uint32_t unit = 0;
  for (int place = -4; place < 0; place++) {
    int digit = stubkit_hex_digit(end[place]);
    if (digit < 0) return 0;
    unit = unit << 4 | (uint32_t)digit;
  }
  *count = write_scalar(unit, text);
  if (*count > 0) return 6;
  if (unit >= 0xdc00 && undone->count >= 9 && end[-9] == 0xed && (end[-8] & 0xf0) == 0xa0) {
    uint32_t high = (uint32_t)(end[-8] & 0x0f) << 6 | (end[-7] & 0x3f);
    *count = write_scalar(0x10000 + (high << 10 | (unit & 0x3ff)), text);
    return 9;
  }
  text[0] = 0xed;
  text[1] = (uint8_t)(0x80 | (unit >> 6 & 0x3f));
  text[2] = (uint8_t)(0x80 | (unit & 0x3f));
  *count = 3;
  return 6;
}

/// Returns how many of the last bytes are an escape, and writes its meaning to `text`; 0 if none ends here.
static int end_escape(const struct stubkit_undone *undone, uint8_t *text, int *count) {
  const uint8_t *end = undone->bytes + undone->count;
  uint8_t byte = end[-1];
  if (undone->count > 1 && end[-2] == '\\' && byte != 'u') {
    text[0] = byte == 'n' ? '\n' : byte == 'r' ? '\r' : byte == 't' ? '\t' : byte;
    *count = 1;
    return 2;
  }
  if (byte == ';') {
    for (int length = 2; length <= 10 && length <= undone->count; length++) {
      if (end[-length] != '&') continue;
      *count = entity(end - length + 1, length - 2, text);
      return *count > 0 ? length : 0;
    }
    return 0;
  }
  int low = stubkit_hex_digit(byte);
  if (low < 0 || undone->count < 3) return 0;
  int high = stubkit_hex_digit(end[-2]);
  if (end[-3] == '%' && high >= 0) {
    text[0] = (uint8_t)(high << 4 | low);
    *count = 1;
    return 3;
  }
  if (undone->count >= 6 && end[-6] == '\\' && end[-5] == 'u') return end_unit(undone, text, count);
  return 0;
}

/// Adds a byte, and undoes an escape that the byte completes; the result may complete another escape.
static void append(struct stubkit_undone *undone, uint8_t byte, ptrdiff_t written) {
  uint8_t waiting[8] = {byte};
  int count = 1;
  while (count > 0) {
    byte = waiting[0] == '+' ? ' ' : waiting[0];
    memmove(waiting, waiting + 1, (size_t)--count);
    start_run(undone, written);
    if (byte == '%' || byte == '\\') undone->last_sign = undone->count;
    undone->bytes[undone->count++] = byte;
    uint8_t text[4];
    int more = 0, length = end_escape(undone, text, &more);
    if (length == 0) continue;
    written = stubkit_place_written(undone, undone->count - length);
    undone->count -= length;
    while (undone->run_count > 0 && undone->runs[undone->run_count - 1].start >= undone->count) undone->run_count--;
    // `waiting` stays short: of several bytes in `text` only the first, after a backslash, can end an escape.
    memmove(waiting + more, waiting, (size_t)count);
    memcpy(waiting, text, (size_t)more);
    count += more;
  }
}

static bool is_sign(uint8_t byte) {
  return byte == '%' || byte == '\\' || byte == '&' || byte == '+' || byte == ';';
}

struct stubkit_undone stubkit_undo(const uint8_t *bytes, ptrdiff_t count) {
  struct stubkit_undone undone = {.last_sign = -7};
  // The meaning of an escape is never longer than the escape.
  undone.bytes = malloc((size_t)count + 4);
  if (undone.bytes == NULL) abort();
  for (ptrdiff_t place = 0; place < count;) {
    // An escape that a `%` or backslash begins ends within six bytes.
    if (undone.count > undone.last_sign + 6 && !is_sign(bytes[place])) {
      ptrdiff_t end = place;
      while (end < count && !is_sign(bytes[end])) end++;
      start_run(&undone, place);
      memcpy(undone.bytes + undone.count, bytes + place, (size_t)(end - place));
      undone.count += end - place;
      place = end;
    } else {
      append(&undone, bytes[place], place);
      place++;
    }
  }
  start_run(&undone, count);
  return undone;
}

void stubkit_forget_undone(struct stubkit_undone *undone) {
  free(undone->bytes);
  free(undone->runs);
}
