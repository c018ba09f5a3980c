// Builds an index at the second lookup.
#include "sql/table_index.h"

#include <algorithm>
#include <bit>

namespace nsys_ai {
namespace {

template <class T>
const T* pointer_to(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}

}  // namespace

std::optional<KeyIndex> KeyIndex::build(const SqlTableRows& of, size_t column) {
  const size_t size = of.size();
  KeyIndex index;
  const unsigned bits = std::max(1U, static_cast<unsigned>(std::bit_width(size)));
  index.shift_ = 64 - bits;
  index.first_.assign(size_t{1} << bits, kEnd);
  index.next_.assign(size, kEnd);
  // Goes from the last row to the first, so that a chain follows the order of the file.
  for (size_t at = size; at-- > 0;) {
    if (at % SqlView::kRowsBetweenLooks == 0 && of.view.must_stop()) return std::nullopt;
    const auto row = of.row(at);
    if (!row) continue;
    const auto key = key_of(of.cell(column, *row));
    if (!key) continue;
    uint32_t& first = index.first_[index.bucket(*key)];
    index.next_[at] = first;
    first = static_cast<uint32_t>(at);
  }
  return index;
}

const KeyIndex* TableIndexes::key_index(size_t column) {
  const auto [slot, first_time] = keys_.try_emplace(column);
  if (first_time) return nullptr;
  if (!slot->second) slot->second = KeyIndex::build(of_, column);
  return pointer_to(slot->second);
}

const StartOrder* TableIndexes::start_ranges() {
  if (starts_ || asked_for_range_) return start_order();
  asked_for_range_ = true;
  return nullptr;
}

const StartOrder* TableIndexes::start_order() {
  if (!starts_) starts_ = StartOrder::build(of_);
  return pointer_to(starts_);
}

const GroupOrder* TableIndexes::group_order(const std::vector<OrderTerm>& terms) {
  std::optional<GroupOrder>& order = groups_[terms];
  if (!order) order = GroupOrder::build(of_, terms);
  return pointer_to(order);
}

}  // namespace nsys_ai
