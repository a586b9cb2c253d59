// Decompresses bytes (RFC 1950 to 1952); see text.h.

#include "text.h"

#include <stdlib.h>
#include <string.h>

struct inflater {
  const uint8_t *input;
  ptrdiff_t count, position;
  uint32_t buffer;
  int buffered_bits;
  ptrdiff_t room, limit;
  struct stubkit_inflated output;
};

/// The codes of an alphabet: how many there are of each length, and their symbols in order.
struct table {
  uint16_t counts[16], symbols[288];
};

/// The first fault stays; from then on, every byte is read as 0.
static bool fail(struct inflater *inflater, const char *fault) {
  if (inflater->output.fault == NULL) inflater->output.fault = fault;
  return false;
}

/// Moves past whole bytes; bits that `take` has buffered stay buffered.
static const uint8_t *skip(struct inflater *inflater, ptrdiff_t count) {
  if (inflater->output.fault != NULL || count > inflater->count - inflater->position) {
    fail(inflater, "it ends too early");
    return NULL;
  }
  inflater->position += count;
  return inflater->input + inflater->position - count;
}

static uint32_t number(struct inflater *inflater, int count) {
  const uint8_t *bytes = skip(inflater, count);
  uint32_t number = 0;
  while (bytes != NULL && count-- > 0) number = number << 8 | bytes[count];
  return number;
}

static unsigned take(struct inflater *inflater, int count) {
  while (inflater->buffered_bits < count) {
    inflater->buffer |= number(inflater, 1) << inflater->buffered_bits;
    inflater->buffered_bits += 8;
  }
  unsigned bits = inflater->buffer & ((1u << count) - 1);
  inflater->buffer >>= count;
  inflater->buffered_bits -= count;
  return bits;
}

/// `take` buffers no byte before it is needed, so fewer than eight bits are left over.
static void skip_to_byte(struct inflater *inflater) { inflater->buffer = 0, inflater->buffered_bits = 0; }

/// Returns the place for more bytes, which count as written; NULL at a fault.
static uint8_t *make_room(struct inflater *inflater, ptrdiff_t count) {
  struct stubkit_inflated *output = &inflater->output;
  if (output->fault != NULL) return NULL;
  ptrdiff_t needed = output->count + count;
  if (needed > inflater->room) {
    ptrdiff_t room = needed > inflater->limit / 2 ? inflater->limit : 2 * needed;
    uint8_t *bytes = needed > inflater->limit ? NULL : realloc(output->bytes, (size_t)room);
    if (bytes == NULL) {
      output->is_too_large = true;
      fail(inflater, "it is too large");
      return NULL;
    }
    output->bytes = bytes;
    inflater->room = room;
  }
  output->count = needed;
  return output->bytes + needed - count;
}

/// `lengths` has the code length of each symbol, 0 for an unused one.
static bool make_table(struct inflater *inflater, struct table *table, const uint8_t *lengths, int count) {
  uint16_t places[17] = {0};
  memset(table, 0, sizeof *table);
  for (int symbol = 0; symbol < count; symbol++) table->counts[lengths[symbol]]++;
  table->counts[0] = 0;
  int left = 1;
  for (int length = 1; length < 16; length++) {
    left = left * 2 - table->counts[length];
    if (left < 0) return fail(inflater, "it has more codes than their lengths allow");
    places[length + 1] = places[length] + table->counts[length];
  }
  for (int symbol = 0; symbol < count; symbol++) {
    if (lengths[symbol] > 0) table->symbols[places[lengths[symbol]]++] = (uint16_t)symbol;
  }
  return true;
}

static unsigned read_symbol(struct inflater *inflater, const struct table *table) {
  int code = 0, first = 0, index = 0;
  for (int length = 1; length < 16; length++) {
    code |= (int)take(inflater, 1);
    int count = table->counts[length];
    if (code - first < count) return table->symbols[index + code - first];
    index += count;
    first = (first + count) * 2;
    code *= 2;
  }
  fail(inflater, "it has bits that are not a code");
  return 0;
}

/// Reads a length or distance; `size` symbols in a row take the same number of extra bits.
static unsigned coded_number(struct inflater *inflater, unsigned symbol, unsigned size) {
  if (symbol < 2 * size) return symbol;
  int extra_bits = (int)(symbol / size) - 1;
  return ((size + symbol % size) << extra_bits) + take(inflater, extra_bits);
}

static bool inflate_block(
    struct inflater *inflater, const struct table *literals, const struct table *distances, ptrdiff_t start) {
  while (inflater->output.fault == NULL) {
    unsigned symbol = read_symbol(inflater, literals);
    if (symbol == 256) return true;
    if (symbol < 256) {
      uint8_t *place = make_room(inflater, 1);
      if (place != NULL) *place = (uint8_t)symbol;
      continue;
    }
    if (symbol > 285) return fail(inflater, "it uses a length that does not exist");
    ptrdiff_t count = symbol == 285 ? 258 : 3 + coded_number(inflater, symbol - 257, 4);
    unsigned distance = read_symbol(inflater, distances);
    if (distance > 29) return fail(inflater, "it uses a distance that does not exist");
    ptrdiff_t back = 1 + coded_number(inflater, distance, 2);
    if (back > inflater->output.count - start) return fail(inflater, "it copies bytes from before its start");
    uint8_t *place = make_room(inflater, count);
    // Byte by byte, because a copy may overlap its own source.
    for (; place != NULL && count > 0; count--, place++) *place = place[-back];
  }
  return false;
}

static bool inflate_fixed(struct inflater *inflater, ptrdiff_t start) {
  // The fixed codes of RFC 1951, 3.2.6.
  uint8_t lengths[288];
  struct table literals, distances;
  for (int symbol = 0; symbol < 288; symbol++) {
    lengths[symbol] = symbol < 144 || symbol > 279 ? 8 : symbol < 256 ? 9 : 7;
  }
  make_table(inflater, &literals, lengths, 288);
  memset(lengths, 5, 30);
  make_table(inflater, &distances, lengths, 30);
  return inflate_block(inflater, &literals, &distances, start);
}

static bool inflate_described(struct inflater *inflater, ptrdiff_t start) {
  int literal_count = (int)take(inflater, 5) + 257;
  int count = literal_count + (int)take(inflater, 5) + 1;
  // The order in which a block gives the lengths of its code-length codes (RFC 1951, 3.2.7).
  static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
  uint8_t lengths[320] = {0};
  struct table literals, distances;
  int described = (int)take(inflater, 4) + 4;
  for (int place = 0; place < described; place++) lengths[order[place]] = (uint8_t)take(inflater, 3);
  if (!make_table(inflater, &literals, lengths, 19)) return false;
  for (int known = 0; known < count;) {
    unsigned symbol = read_symbol(inflater, &literals);
    if (inflater->output.fault != NULL) return false;
    if (symbol == 16 && known == 0) return fail(inflater, "it repeats a code length before there is one");
    uint8_t length = symbol < 16 ? (uint8_t)symbol : symbol == 16 ? lengths[known - 1] : 0;
    int times = 1;
    if (symbol == 16) times = (int)take(inflater, 2) + 3;
    if (symbol > 16) times = symbol == 17 ? (int)take(inflater, 3) + 3 : (int)take(inflater, 7) + 11;
    if (known + times > count) return fail(inflater, "it has more code lengths than were announced");
    memset(lengths + known, length, (size_t)times);
    known += times;
  }
  return make_table(inflater, &literals, lengths, literal_count)
      && make_table(inflater, &distances, lengths + literal_count, count - literal_count)
      && inflate_block(inflater, &literals, &distances, start);
}

static bool copy_stored(struct inflater *inflater) {
  skip_to_byte(inflater);
  uint32_t length = number(inflater, 2), complement = number(inflater, 2);
  if (complement != (~length & 0xffff)) return fail(inflater, "the length of a stored block is wrong");
  const uint8_t *bytes = skip(inflater, length);
  if (length == 0) return true;
  uint8_t *place = make_room(inflater, length);
  if (place != NULL) memcpy(place, bytes, length);
  return place != NULL;
}

static bool inflate(struct inflater *inflater) {
  // A member may not refer back to the output of an earlier one.
  ptrdiff_t start = inflater->output.count;
  bool is_last = false, is_valid = true;
  while (is_valid && !is_last) {
    is_last = take(inflater, 1) == 1;
    switch (take(inflater, 2)) {
      case 0: is_valid = copy_stored(inflater); break;
      case 1: is_valid = inflate_fixed(inflater, start); break;
      case 2: is_valid = inflate_described(inflater, start); break;
      default: is_valid = fail(inflater, "it has a block of an unknown kind");
    }
  }
  skip_to_byte(inflater);
  return is_valid;
}

static uint32_t crc32(const uint8_t *bytes, ptrdiff_t count) {
  uint32_t table[256], sum = ~0u;
  for (uint32_t index = 0; index < 256; index++) {
    table[index] = index;
    for (int bit = 0; bit < 8; bit++) table[index] = table[index] >> 1 ^ (table[index] & 1 ? 0xedb88320 : 0);
  }
  for (ptrdiff_t place = 0; place < count; place++) sum = table[(sum ^ bytes[place]) & 0xff] ^ sum >> 8;
  return ~sum;
}

static uint32_t adler32(const uint8_t *bytes, ptrdiff_t count) {
  uint32_t low = 1, high = 0;
  for (ptrdiff_t place = 0; place < count; place++) {
    low = (low + bytes[place]) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}

static void inflate_member(struct inflater *inflater) {
  if (number(inflater, 2) != 0x8b1f || number(inflater, 1) != 8) {
    fail(inflater, "expected the start of a gzip member");
  }
  uint32_t flags = number(inflater, 1);
  // Modification time, compression level and operating system.
  skip(inflater, 6);
  if (flags & 4) skip(inflater, number(inflater, 2));
  // The file name and the comment each end with a zero byte.
  for (uint32_t flag = 8; flag <= 16; flag *= 2) {
    while (flags & flag && number(inflater, 1) != 0) {}
  }
  if (flags & 2) skip(inflater, 2);
  ptrdiff_t start = inflater->output.count;
  if (!inflate(inflater)) return;
  ptrdiff_t count = inflater->output.count - start;
  uint32_t checksum = number(inflater, 4), size = number(inflater, 4);
  if (checksum != (count > 0 ? crc32(inflater->output.bytes + start, count) : 0)) {
    fail(inflater, "the gzip checksum is wrong");
  }
  if (size != (uint32_t)count) fail(inflater, "the gzip size is wrong");
}

static void inflate_zlib(struct inflater *inflater) {
  if (number(inflater, 2) & 0x2000) fail(inflater, "it needs a preset dictionary");
  if (!inflate(inflater)) return;
  const uint8_t *sum = skip(inflater, 4);
  uint32_t wanted = adler32(inflater->output.bytes, inflater->output.count);
  for (int place = 0; sum != NULL && place < 4; place++) {
    if (sum[place] != (uint8_t)(wanted >> (24 - 8 * place))) fail(inflater, "the zlib checksum is wrong");
  }
}

struct stubkit_inflated stubkit_inflate(const uint8_t *bytes, ptrdiff_t count, int wrapping, ptrdiff_t limit) {
  struct inflater inflater = {.input = bytes, .count = count, .limit = limit};
  switch (wrapping) {
    case stubkit_gzip:
      do inflate_member(&inflater);
      while (inflater.output.fault == NULL && count - inflater.position > 1 &&
             bytes[inflater.position] == 0x1f && bytes[inflater.position + 1] == 0x8b);
      break;
    case stubkit_zlib: inflate_zlib(&inflater); break;
    default:
      if (inflate(&inflater) && inflater.position < count) fail(&inflater, "it goes on behind its end");
  }
  return inflater.output;
}
