// Builds the indexes of a query in steps short enough to be cancelled in between.
#include "sql/table_index.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace nsys_ai {
namespace {

// Rows between two looks at the cancel token: about a millisecond of work.
constexpr size_t kStep = 1 << 14;

}  // namespace

std::optional<KeyIndex> KeyIndex::build(const SqlTable& table, const SqlColumn& column, SqlView& view,
                                        const CancelToken& cancel) {
  const size_t size = table.size(view.profile());
  KeyIndex index;
  const unsigned bits = std::max(1U, static_cast<unsigned>(std::bit_width(size)));
  index.shift_ = 64 - bits;
  index.first_.assign(size_t{1} << bits, kEnd);
  index.next_.assign(size, kEnd);
  // From the last row to the first, so that a chain runs in the order of the file.
  for (size_t at = size; at-- > 0;) {
    if (at % kStep == 0 && cancel.cancelled()) return std::nullopt;
    const auto row = table.row(view, at);
    if (!row) continue;
    const auto key = key_of(column.get(view, *row));
    if (!key) continue;
    uint32_t& first = index.first_[index.bucket(*key)];
    index.next_[at] = first;
    first = static_cast<uint32_t>(at);
  }
  return index;
}

std::optional<StartOrder> StartOrder::build(const SqlTable& table, SqlView& view, const CancelToken& cancel) {
  struct Entry {
    int64_t start;
    uint32_t at;
    auto operator<=>(const Entry&) const = default;
  };
  std::vector<Entry> entries;
  const size_t size = table.size(view.profile());
  entries.reserve(size);
  for (size_t at = 0; at < size; ++at) {
    if (at % kStep == 0 && cancel.cancelled()) return std::nullopt;
    if (const auto row = table.row(view, at)) entries.push_back({row->inside.start, static_cast<uint32_t>(at)});
  }
  // A merge sort by hand, because a sort of the whole could not be stopped.
  const auto at = [&](size_t i) { return entries.begin() + static_cast<std::ptrdiff_t>(std::min(i, entries.size())); };
  for (size_t from = 0; from < entries.size(); from += kStep) {
    if (cancel.cancelled()) return std::nullopt;
    std::sort(at(from), at(from + kStep));
  }
  for (size_t width = kStep; width < entries.size(); width *= 2)
    for (size_t from = 0; from + width < entries.size(); from += 2 * width) {
      if (cancel.cancelled()) return std::nullopt;
      if (entries[from + width - 1] < entries[from + width]) continue;
      std::inplace_merge(at(from), at(from + width), at(from + 2 * width));
    }
  StartOrder order;
  order.rows.reserve(entries.size());
  order.starts.reserve(entries.size());
  for (const Entry& entry : entries) {
    order.rows.push_back(entry.at);
    order.starts.push_back(entry.start);
  }
  return order;
}

std::span<const uint32_t> StartOrder::between(int64_t from, int64_t to) const {
  const auto first = std::lower_bound(starts.begin(), starts.end(), from);
  const auto last = std::upper_bound(first, starts.end(), std::max(to, from));
  const auto offset = static_cast<size_t>(first - starts.begin());
  return std::span(rows).subspan(offset, to < from ? 0 : static_cast<size_t>(last - first));
}

const KeyIndex* TableIndexes::key_index(size_t column) {
  const auto [slot, first_time] = keys_.try_emplace(column);
  if (first_time) return nullptr;
  if (!slot->second) slot->second = KeyIndex::build(table_, table_.columns[column], view_, cancel_);
  return slot->second ? &*slot->second : nullptr;
}

const StartOrder* TableIndexes::start_order(bool always) {
  const bool first_time = !asked_start_;
  asked_start_ = true;
  if (first_time && !always) return nullptr;
  if (!start_) start_ = StartOrder::build(table_, view_, cancel_);
  return start_ ? &*start_ : nullptr;
}

}  // namespace nsys_ai
