// Chooses between a scan and an index, and steps through either.
#include "sql/table_scan.h"

#include <algorithm>

namespace nsys_ai {
namespace {

// Rows passed over between two looks at the cancel token.
constexpr size_t kStep = 1 << 14;

}  // namespace

void TableScan::begin(const Wanted& wanted) {
  wanted_ = wanted;
  walk_ = Walk::rows;
  at_ = 0;
  end_ = indexes_.table().size(indexes_.view().profile());
  switch (wanted.kind) {
    case Wanted::Kind::all: break;
    case Wanted::Kind::none: end_ = 0; break;
    case Wanted::Kind::one_row:
      at_ = std::min(wanted.row, end_);
      end_ = std::min(at_ + 1, end_);
      break;
    case Wanted::Kind::equal:
      if ((chain_ = indexes_.key_index(wanted.column))) {
        walk_ = Walk::chain;
        link_ = chain_->first(wanted.key);
      }
      break;
    case Wanted::Kind::start_range:
      if (const StartOrder* order = indexes_.start_order(wanted.by_start)) {
        walk_ = Walk::list;
        list_ = order->between(wanted.from, wanted.to);
        end_ = list_.size();
      }
      break;
  }
  settle();
}

void TableScan::next() { settle(); }

std::optional<size_t> TableScan::step() {
  if (walk_ == Walk::chain) {
    if (link_ == KeyIndex::kEnd) return std::nullopt;
    const uint32_t at = link_;
    link_ = chain_->next(at);
    return at;
  }
  if (at_ >= end_) return std::nullopt;
  const size_t at = at_++;
  return walk_ == Walk::list ? list_[at] : at;
}

bool TableScan::passes(const SqlRow& row) const {
  switch (wanted_.kind) {
    case Wanted::Kind::equal: {
      const SqlColumn& column = indexes_.table().columns[wanted_.column];
      return key_of(column.get(indexes_.view(), row)) == wanted_.key;
    }
    case Wanted::Kind::start_range: return row.inside.start >= wanted_.from && row.inside.start <= wanted_.to;
    default: return true;
  }
}

// Goes on to the next row that counts.
void TableScan::settle() {
  done_ = true;
  cancelled_ = indexes_.cancel().cancelled();
  for (size_t passed = 1; !cancelled_; ++passed) {
    const auto at = step();
    if (!at) return;
    if (const auto row = indexes_.table().row(indexes_.view(), *at); row && passes(*row)) {
      row_ = *row;
      done_ = false;
      return;
    }
    if (passed % kStep == 0) cancelled_ = indexes_.cancel().cancelled();
  }
}

}  // namespace nsys_ai
