// Compares the numbers of JSON; see CStubKitContracts.h.

#include "CStubKitContracts.h"

int stubkit_compare_numbers(const struct stubkit_json_node *left, const struct stubkit_json_node *right) {
  if (left->is_negative != right->is_negative) return left->is_negative ? -1 : 1;
  int sign = left->is_negative ? -1 : 1;
  if (left->hash == 0 || right->hash == 0) return sign * ((left->hash > 0) - (right->hash > 0));
  int left_digits = stubkit_digits(left->hash), right_digits = stubkit_digits(right->hash);
  int left_place = left_digits + left->count, right_place = right_digits + right->count;
  if (left_place != right_place) return left_place < right_place ? -sign : sign;
  uint64_t left_value = stubkit_full_digits(left->hash, left_digits);
  uint64_t right_value = stubkit_full_digits(right->hash, right_digits);
  return sign * ((left_value > right_value) - (left_value < right_value));
}

bool stubkit_is_multiple(const struct stubkit_json_node *number, const struct stubkit_json_node *divisor) {
  uint64_t modulus = divisor->hash;
  if (number->hash == 0 || modulus == 0) return number->hash == 0;
  int shift = number->count - divisor->count;
  // The digits do not end in a zero, so no divisor with a higher last decimal place divides the number.
  if (shift < 0) return false;
  uint64_t rest = number->hash % modulus;
  // After 64 places the power of ten has all twos and fives that a divisor can have.
  for (int i = 0; i < shift && i < 64 && rest > 0; i++) {
    uint64_t sum = 0;
    for (int j = 0; j < 10; j++) sum = sum >= modulus - rest ? sum - (modulus - rest) : sum + rest;
    rest = sum;
  }
  return rest == 0;
}

bool stubkit_fits_integer(const struct stubkit_json_node *number, int bits) {
  if (!(number->kind & stubkit_json_whole)) return false;
  if (stubkit_digits(number->hash) + number->count > stubkit_most_digits) return false;
  uint64_t value = number->hash;
  for (int i = 0; i < number->count; i++) value *= 10;
  return value <= ((uint64_t)1 << (bits - 1)) - !number->is_negative;
}
