// Compares the numbers of JSON; see CStubKitContracts.h.

#include "CStubKitContracts.h"

/// The digits of a number that are not in its node, one by one.
struct rest {
  const uint8_t *place, *end;
};

/// The next digit; -1 at the end.
static int next_digit(struct rest *rest) {
  if (rest->place < rest->end && *rest->place == '.') rest->place++;
  if (rest->place == rest->end || *rest->place < '0' || *rest->place > '9') return -1;
  return *rest->place++ - '0';
}

static struct rest rest_of(const struct stubkit_json_tape *tape, const struct stubkit_json_node *number) {
  struct rest rest = {tape->bytes + number->start, tape->bytes + number->end};
  while (rest.place < rest.end && (*rest.place == '-' || *rest.place == '0' || *rest.place == '.')) rest.place++;
  for (int i = 0; i < stubkit_most_digits; i++) next_digit(&rest);
  return rest;
}

int stubkit_compare_numbers(
    const struct stubkit_json_tape *left_tape, uint32_t left_index, const struct stubkit_json_tape *right_tape,
    uint32_t right_index) {
  const struct stubkit_json_node *left = &left_tape->nodes[left_index], *right = &right_tape->nodes[right_index];
  if (left->is_negative != right->is_negative) return left->is_negative ? -1 : 1;
  int sign = left->is_negative ? -1 : 1;
  if (left->digits == 0 || right->digits == 0) return sign * ((left->digits > 0) - (right->digits > 0));
  int left_digits = stubkit_digits(left->digits), right_digits = stubkit_digits(right->digits);
  int left_place = left_digits + left->exponent, right_place = right_digits + right->exponent;
  if (left_place != right_place) return left_place < right_place ? -sign : sign;
  uint64_t left_value = stubkit_full_digits(left->digits, left_digits);
  uint64_t right_value = stubkit_full_digits(right->digits, right_digits);
  if (left_value != right_value) return left_value < right_value ? -sign : sign;
  if (!left->is_long && !right->is_long) return 0;
  struct rest left_rest = rest_of(left_tape, left), right_rest = rest_of(right_tape, right);
  for (;;) {
    int left_digit = next_digit(&left_rest), right_digit = next_digit(&right_rest);
    if (left_digit < 0 && right_digit < 0) return 0;
    // After its end, a number goes on with zeros.
    int difference = (left_digit < 0 ? 0 : left_digit) - (right_digit < 0 ? 0 : right_digit);
    if (difference != 0) return difference < 0 ? -sign : sign;
  }
}

/// The remainder of a number after one more digit; `remainder` is that of the digits before it.
static uint64_t remainder_with(uint64_t digit, uint64_t remainder, uint64_t modulus) {
  uint64_t sum = digit % modulus;
  for (int i = 0; i < 10; i++) {
    sum = sum >= modulus - remainder ? sum - (modulus - remainder) : sum + remainder;
  }
  return sum;
}

bool stubkit_is_multiple(
    const struct stubkit_json_tape *tape, uint32_t index, const struct stubkit_json_tape *divisor) {
  const struct stubkit_json_node *number = &tape->nodes[index];
  uint64_t modulus = divisor->nodes[0].digits, value = number->digits;
  if (value == 0 || modulus == 0) return value == 0;
  int shift = number->exponent - divisor->nodes[0].exponent;
  uint64_t remainder = value % modulus;
  if (number->is_long) {
    int digits = stubkit_digits(value), zeros = stubkit_most_digits - digits;
    struct rest rest = rest_of(tape, number);
    for (int digit = next_digit(&rest); digit >= 0; digit = next_digit(&rest)) {
      if (digit == 0) {
        zeros++;
        continue;
      }
      for (; zeros > 0; zeros--, shift--) remainder = remainder_with(0, remainder, modulus);
      remainder = remainder_with((uint64_t)digit, remainder, modulus);
      shift--;
    }
  }
  // A number's digits do not end in 0, so a divisor with a larger exponent does not divide it.
  if (shift < 0) return false;
  // 10^64 has all the factors 2 and 5 that a divisor below 2^64 can have.
  for (int i = 0; i < shift && i < 64 && remainder > 0; i++) remainder = remainder_with(0, remainder, modulus);
  return remainder == 0;
}

bool stubkit_fits_integer(const struct stubkit_json_node *number, int bits) {
  if (!(number->kind & stubkit_json_whole)) return false;
  if (stubkit_digits(number->digits) + number->exponent > stubkit_most_digits) return false;
  uint64_t value = number->digits;
  for (int i = 0; i < number->exponent; i++) value *= 10;
  return value <= ((uint64_t)1 << (bits - 1)) - !number->is_negative;
}
