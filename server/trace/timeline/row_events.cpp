// Distributes events to their rows: they are counted first, so that each has its place.
#include "trace/timeline/row_events.h"

#include <algorithm>
#include <utility>

#include "base/parallel.h"
#include "profile/operations_around.h"
#include "profile/order.h"
#include "trace/event_blocks.h"
#include "trace/event_order.h"

namespace nsys_ai::perfetto {
namespace {

constexpr size_t kNowhere = SIZE_MAX;
constexpr size_t kPiece = size_t{1} << 16;
constexpr size_t kWorthThreads = size_t{1} << 17;  // fewer are distributed sooner than threads start

EventKind kind_of(OperationNumbers::Kind kind) {
  return kind == OperationNumbers::kernel      ? EventKind::kernel
         : kind == OperationNumbers::copy      ? EventKind::copy
         : kind == OperationNumbers::graph_run ? EventKind::graph_run
                                               : EventKind::memset;
}

struct Numbered {
  Event event;
  uint32_t number;
};

}  // namespace

RowEvents::RowEvents(const Recorded& recorded, const MergeRows& rows, Section section,
                     const std::vector<bool>& wanted, std::optional<Interval> time, const Work& work)
    : recorded_(recorded),
      rows_(rows),
      section_(section),
      wanted_(wanted),
      time_(time),
      operations_(recorded.profile) {
  own_.resize(rows.count());
  lent_.resize(rows.count());
  distribute(pieces(), work);
  if (is_lent()) borrow_forest();
  for (size_t row = 0; row < rows.count(); ++row)
    if (size(row) > 0) {
      listed_.push_back(row);
      size_ += size(row);
    }
}

// The forest has the ranges of each thread in order, except those that were never closed. Start/end ranges
// are in rows of their own.
void RowEvents::borrow_forest() {
  const Nvtx& nvtx = recorded_.profile.nvtx();
  const NvtxForest& forest = recorded_.profile.derived(build_nvtx_forest);
  for (size_t thread = 0; thread < forest.of_thread.size(); ++thread) {
    const size_t row = rows_.range(ThreadIx(thread));
    const std::vector<uint32_t>& closed = forest.of_thread[thread];
    if (!wanted_[row] || closed.empty()) continue;
    const auto is_push_pop = [&](uint32_t range) { return nvtx.is_push_pop(range); };
    if (own_[row].empty() && std::all_of(closed.begin(), closed.end(), is_push_pop)) {
      lent_[row] = closed;
      continue;
    }
    std::vector<uint32_t>& joined = joined_.emplace_back();
    std::copy_if(closed.begin(), closed.end(), std::back_inserter(joined), is_push_pop);
    joined.insert(joined.end(), own_[row].begin(), own_[row].end());
    own_[row] = joined;
  }
}

std::vector<RowEvents::Piece> RowEvents::operation_pieces() const {
  std::vector<Piece> pieces;
  const Profile& profile = recorded_.profile;
  const OperationOrder& order = profile.derived(build_operation_order);
  std::vector<bool> devices(profile.devices().size(), false);
  for (size_t at = 0; at < profile.streams().size(); ++at)
    if (wanted_[rows_.stream(StreamIx(at))]) devices[profile.streams()[at].device] = true;
  for (size_t device = 0; device < devices.size(); ++device) {
    if (!devices[device]) continue;
    const std::span<const uint32_t> all = order.of_device[device];
    const std::span<const uint32_t> numbers =
        time_ ? operations_around(profile, DeviceIx(device), *time_) : all;
    for (size_t first = 0; first < numbers.size(); first += kPiece)
      pieces.push_back({numbers.data() + first, first, std::min(kPiece, numbers.size() - first)});
  }
  return pieces;
}

std::vector<RowEvents::Piece> RowEvents::pieces() const {
  const Profile& profile = recorded_.profile;
  if (section_ == Section::operations) return operation_pieces();
  const Spans& spans = section_ == Section::nvtx     ? static_cast<const Spans&>(profile.nvtx())
                       : section_ == Section::calls  ? static_cast<const Spans&>(profile.calls())
                       : section_ == Section::others ? static_cast<const Spans&>(*recorded_.others)
                                                     : static_cast<const Spans&>(*recorded_.os_calls);
  std::vector<Piece> pieces;
  if (!time_) {
    for (size_t first = 0; first < spans.size(); first += kPiece)
      pieces.push_back({nullptr, first, std::min(kPiece, spans.size() - first)});
    return pieces;
  }
  std::vector<Interval> own;
  const bool has_own = section_ == Section::os_calls || section_ == Section::others;
  if (has_own) own = blocks_of(spans);
  const std::vector<Interval>& blocks = has_own ? own
                                        : section_ == Section::nvtx
                                            ? profile.derived(build_event_blocks).nvtx
                                            : profile.derived(build_event_blocks).calls;
  for (size_t block = 0; block < blocks.size(); ++block) {
    if (blocks[block].start > time_->end || blocks[block].end < time_->start) continue;
    const size_t first = block * kBlockRows;
    const size_t count = std::min(kBlockRows, spans.size() - first);
    if (!pieces.empty() && pieces.back().first + pieces.back().count == first && pieces.back().count < kPiece)
      pieces.back().count += count;
    else
      pieces.push_back({nullptr, first, count});
  }
  return pieces;
}

void RowEvents::distribute(const std::vector<Piece>& pieces, const Work& work) {
  const size_t rows = rows_.count();
  size_t candidates = 0;
  for (const Piece& piece : pieces) candidates += piece.count;
  const size_t threads = candidates < kWorthThreads ? 1 : usable_cores();
  // Each thread counts the events of every row, so memory limits the number of threads where there are as
  // many rows as events.
  const size_t counters = std::clamp<size_t>(candidates / std::max<size_t>(rows, 1), 1, pieces.size() + 1);
  const size_t pieces_each = std::max<size_t>(1, (pieces.size() + counters - 1) / counters);
  // Indexed by group of pieces and row: first the count, then the position.
  std::vector<std::vector<uint32_t>> places((pieces.size() + pieces_each - 1) / pieces_each);
  const auto each_of_piece = [&](const Piece& piece, auto visit) {
    if (work.cancel.cancelled()) return;
    for (size_t i = 0; i < piece.count; ++i) {
      const uint32_t number = piece.numbers ? piece.numbers[i] : static_cast<uint32_t>(piece.first + i);
      if (const size_t row = row_of(number); row != kNowhere) visit(row, number);
    }
  };
  const auto each_of = [&](size_t group, auto visit) {
    const size_t end = std::min(pieces.size(), (group + 1) * pieces_each);
    for (size_t piece = group * pieces_each; piece < end; ++piece) each_of_piece(pieces[piece], visit);
  };
  parallel_for(threads, places.size(), [&](size_t group) {
    places[group].assign(rows, 0);
    each_of(group, [&](size_t row, uint32_t) { ++places[group][row]; });
  });
  uint32_t next = 0;
  std::vector<uint32_t> first;
  for (size_t row = 0; row < rows; ++row) {
    first.push_back(next);
    for (auto& of : places) next += std::exchange(of[row], next);
  }
  first.push_back(next);
  numbers_.resize(next);
  for (size_t row = 0; row < rows; ++row)
    own_[row] = std::span(numbers_).subspan(first[row], first[row + 1] - first[row]);
  parallel_for(threads, places.size(), [&](size_t group) {
    each_of(group, [&](size_t row, uint32_t number) { numbers_[places[group][row]++] = number; });
  });
}

size_t RowEvents::row_of(uint32_t number) const {
  const Profile& profile = recorded_.profile;
  const auto shown = [&](size_t row, const Spans& spans, size_t at) {
    if (!wanted_[row]) return kNowhere;
    if (time_ && (spans.start[at] > time_->end || spans.end(at) < time_->start)) return kNowhere;
    return row;
  };
  switch (section_) {
    case Section::operations: {
      const auto [kind, at] = operations_[number];
      const Operations& family = operations_.family(kind);
      return shown(rows_.stream(family.stream[at]), family, at);
    }
    case Section::nvtx: {
      const size_t row = nvtx_row_of(number);
      return row == kNowhere ? row : shown(row, profile.nvtx(), number);
    }
    case Section::calls:
      // The backtrace duplicate of a call has the same name and times as the call itself.
      if (profile.calls().event_class[number] == Calls::kBacktraceTwin) return kNowhere;
      return shown(rows_.call(profile.calls().thread[number]), profile.calls(), number);
    case Section::others:
      if (recorded_.others->row_of(number).is_counter) return kNowhere;
      return shown(rows_.other(recorded_.others->on[number]), *recorded_.others, number);
    default:
      return shown(rows_.os_call(recorded_.os_calls->thread[number]), *recorded_.os_calls, number);
  }
}

size_t RowEvents::nvtx_row_of(uint32_t at) const {
  const Nvtx& nvtx = recorded_.profile.nvtx();
  const ThreadIx thread = nvtx.thread[at];
  if (nvtx.is_push_pop(at)) {
    return is_lent() && nvtx.is_on_one_thread(at) ? kNowhere : rows_.range(thread);
  }
  if (nvtx.is_start_end(at)) return rows_.start_end(recorded_.profile.threads()[thread].process);
  return nvtx.is_mark(at) ? rows_.mark(thread) : kNowhere;
}

Event RowEvents::event(size_t row, uint32_t number) const {
  EventKind kind = rows_[row].kind;
  uint32_t at = number;
  if (section_ == Section::operations) {
    const auto operation = operations_[number];
    kind = kind_of(operation.kind);
    at = operation.at;
  }
  return {.kind = kind, .at = at, .time = time_of(recorded_, kind, at)};
}

bool RowEvents::is_sorted(size_t row) const {
  const auto of = list(row);
  const EventOrder precedes(recorded_.profile);
  for (size_t i = 1; i < of.size(); ++i) {
    const Event before = event(row, of[i - 1]), behind = event(row, of[i]);
    if (behind.time.start > before.time.start) continue;
    if (precedes(behind, before)) return false;
  }
  return true;
}

void RowEvents::order(size_t row) {
  if (own_[row].empty() || is_sorted(row)) return;
  std::vector<Numbered> all;
  all.reserve(size(row));
  for (const uint32_t number : list(row)) all.push_back({event(row, number), number});
  std::sort(all.begin(), all.end(),
            [precedes = EventOrder(recorded_.profile)](const Numbered& a, const Numbered& b) {
              return precedes(a.event, b.event);
            });
  for (size_t i = 0; i < all.size(); ++i) own_[row][i] = all[i].number;
}

}  // namespace nsys_ai::perfetto
