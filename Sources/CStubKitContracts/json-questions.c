// Compares and finds values on tapes of JSON; see CStubKitContracts.h.

#include "CStubKitContracts.h"

#include <stdlib.h>
#include <string.h>

static bool is_same_text(
    const struct stubkit_json_tape *left, const struct stubkit_json_node *a,
    const struct stubkit_json_tape *right, const struct stubkit_json_node *b) {
  uint32_t length = a->end - a->start;
  return a->hash == b->hash && length == b->end - b->start &&
         memcmp(left->bytes + a->start, right->bytes + b->start, length) == 0;
}

/// The index of a member's value, or 0; the search begins at the member `from`, and wraps around.
static uint32_t find_member(
    const struct stubkit_json_tape *tape, uint32_t object, uint32_t from, const struct stubkit_json_tape *names,
    const struct stubkit_json_node *name) {
  uint32_t end = tape->nodes[object].next;
  for (int round = 0; round < 2; round++) {
    uint32_t last = round == 0 ? end : from;
    for (uint32_t index = round == 0 ? from : object + 1; index < last; index = tape->nodes[index + 1].next) {
      if (is_same_text(tape, &tape->nodes[index], names, name)) return index + 1;
    }
  }
  return 0;
}

static bool is_same_object(
    const struct stubkit_json_tape *left, uint32_t l, const struct stubkit_json_tape *right, uint32_t r) {
  uint32_t end = left->nodes[l].next, from = r + 1;
  for (uint32_t name = l + 1; name < end; name = left->nodes[name + 1].next) {
    uint32_t value = find_member(right, r, from, left, &left->nodes[name]);
    if (value == 0 || !stubkit_is_same_json(left, name + 1, right, value)) return false;
    // Equal objects mostly have their members in the same order.
    from = right->nodes[value].next;
  }
  return true;
}

bool stubkit_is_same_json(
    const struct stubkit_json_tape *left, uint32_t l, const struct stubkit_json_tape *right, uint32_t r) {
  const struct stubkit_json_node *a = &left->nodes[l], *b = &right->nodes[r];
  if (a->hash != b->hash || a->count != b->count || a->is_negative != b->is_negative) return false;
  // A member's name is a string, too.
  uint8_t texts = stubkit_json_text | stubkit_json_member;
  if (a->kind & texts && b->kind & texts) return is_same_text(left, a, right, b);
  if (a->kind != b->kind) return false;
  if (a->is_long || b->is_long) return stubkit_compare_numbers(left, l, right, r) == 0;
  if (a->kind == stubkit_json_object) return is_same_object(left, l, right, r);
  if (a->kind != stubkit_json_list) return true;
  uint32_t end = a->next;
  for (l++, r++; l < end; l = left->nodes[l].next, r = right->nodes[r].next) {
    if (!stubkit_is_same_json(left, l, right, r)) return false;
  }
  return true;
}

ptrdiff_t stubkit_find_in_list(
    const struct stubkit_json_tape *list, const struct stubkit_json_tape *tape, uint32_t index) {
  ptrdiff_t position = 0;
  for (uint32_t element = 1; element < list->count; element = list->nodes[element].next, position++) {
    if (stubkit_is_same_json(list, element, tape, index)) return position;
  }
  return -1;
}

void stubkit_index_names(const struct stubkit_json_tape *names, int32_t *slots, uint32_t slot_count) {
  for (uint32_t slot = 0; slot < slot_count; slot++) slots[slot] = -1;
  for (uint32_t index = 1; index < names->count; index++) {
    uint32_t slot = (uint32_t)names->nodes[index].hash & (slot_count - 1);
    while (slots[slot] >= 0) slot = (slot + 1) & (slot_count - 1);
    slots[slot] = (int32_t)index - 1;
  }
}

ptrdiff_t stubkit_find_name(
    const struct stubkit_json_tape *names, const int32_t *slots, uint32_t slot_count,
    const struct stubkit_json_tape *tape, uint32_t index) {
  const struct stubkit_json_node *name = &tape->nodes[index];
  uint32_t slot = (uint32_t)name->hash & (slot_count - 1);
  for (; slots[slot] >= 0; slot = (slot + 1) & (slot_count - 1)) {
    if (is_same_text(names, &names->nodes[slots[slot] + 1], tape, name)) return slots[slot];
  }
  return -1;
}

uint32_t stubkit_find_member(
    const struct stubkit_json_tape *tape, uint32_t object, const struct stubkit_json_tape *names,
    uint32_t position) {
  return find_member(tape, object, object + 1, names, &names->nodes[position + 1]);
}

bool stubkit_find_equal_elements(
    const struct stubkit_json_tape *tape, uint32_t list, uint32_t *first, uint32_t *second) {
  uint32_t count = (uint32_t)tape->nodes[list].count, end = tape->nodes[list].next;
  if (count < 2) return false;
  uint32_t slot_count = 4;
  while (slot_count < count * 2) slot_count *= 2;
  struct entry {
    uint32_t index, position;
  };
  // No element of a list has the index 0, so 0 marks a free slot.
  struct entry *slots = calloc(slot_count, sizeof *slots);
  bool is_found = false;
  uint32_t position = 0;
  for (uint32_t index = list + 1; slots != NULL && index < end && !is_found; index = tape->nodes[index].next) {
    // The exponent tells 1, 10 and 100 apart, whose digits are the same.
    uint64_t hash = tape->nodes[index].hash + (uint64_t)(uint32_t)tape->nodes[index].count * 0x9e3779b9;
    uint32_t slot = (uint32_t)(hash ^ hash >> 32) & (slot_count - 1);
    while (slots[slot].index > 0 && !is_found) {
      is_found = stubkit_is_same_json(tape, slots[slot].index, tape, index);
      if (!is_found) slot = (slot + 1) & (slot_count - 1);
    }
    if (is_found) *first = slots[slot].position;
    *second = position;
    slots[slot] = (struct entry){index, position++};
  }
  free(slots);
  return is_found;
}

bool stubkit_fits_plainly(
    const struct stubkit_plain_rules *rules, const struct stubkit_json_tape *tape, uint32_t index) {
  const struct stubkit_json_node *node = &tape->nodes[index];
  if (!(node->kind & rules->kinds)) return false;
  if (rules->constants != NULL && stubkit_find_in_list(rules->constants, tape, index) < 0) return false;
  if (node->kind == stubkit_json_text) {
    if (node->count < rules->min_length || node->count > rules->max_length) return false;
    if (rules->format < 0) return true;
    return stubkit_has_format(rules->format, tape->bytes + node->start, node->end - node->start);
  }
  if (!(node->kind & stubkit_json_number)) return true;
  if (rules->minimum != NULL && stubkit_compare_numbers(tape, index, rules->minimum, 0) < 0) return false;
  if (rules->maximum != NULL && stubkit_compare_numbers(tape, index, rules->maximum, 0) > 0) return false;
  const struct stubkit_json_tape *least = rules->exclusive_minimum, *most = rules->exclusive_maximum;
  if (least != NULL && stubkit_compare_numbers(tape, index, least, 0) <= 0) return false;
  if (most != NULL && stubkit_compare_numbers(tape, index, most, 0) >= 0) return false;
  if (rules->divisor != NULL && !stubkit_is_multiple(tape, index, rules->divisor)) return false;
  return rules->bits == 0 || stubkit_fits_integer(node, rules->bits);
}
