// Two screens of half the height, as one.
#include "tui/timelines.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace nsys_ai {
namespace {

// Lower, each of the two would have no room.
constexpr size_t kLinesOfBoth = 2 * kLeastFrame.lines;

struct Halves {
  FrameSize upper, lower;
};
Halves halves_of(FrameSize size) {
  return {{size.columns, (size.lines + 1) / 2}, {size.columns, size.lines / 2}};
}

// Puts the lower one below the upper one; mode and cursor are those of the one where keys go.
Frame stacked(Frame upper, Frame lower, bool in_lower) {
  const size_t lines = upper.lines.size();
  Frame both;
  both.mode = in_lower ? lower.mode : upper.mode;
  both.cursor = in_lower ? lower.cursor : upper.cursor;
  if (in_lower && both.cursor) both.cursor->line += lines;
  both.pending = upper.pending || lower.pending;
  both.ended = upper.ended || lower.ended;
  for (FrameSpan& span : lower.spans) span.line += lines;
  for (FrameHit& hit : lower.hits) hit.line += lines;
  const auto append = [](auto& all, auto& first, auto& second) {
    all = std::move(first);
    all.insert(all.end(), std::make_move_iterator(second.begin()), std::make_move_iterator(second.end()));
  };
  append(both.lines, upper.lines, lower.lines);
  append(both.spans, upper.spans, lower.spans);
  append(both.hits, upper.hits, lower.hits);
  return both;
}

}  // namespace

Result<std::unique_ptr<Timelines>> Timelines::open(const TimelineSubject& subject, const Work& work) {
  auto run = TimelineScreen::open(subject, work);
  if (!run) return tl::unexpected(run.error());
  std::unique_ptr<Timelines> both(new Timelines(std::move(*run)));
  if (!subject.against) return both;
  auto base = TimelineScreen::open(*subject.against, work);
  if (!base) return tl::unexpected(base.error());
  both->base_ = std::move(*base);
  both->aligned_.emplace(*subject.profile, *subject.against->profile);
  both->follow();
  return both;
}

void Timelines::follow() {
  if (!base_) return;
  TimelineScreen& other = in_base_ ? *run_ : *base_;
  const TimelineState& own = focused().state();
  const auto shift = aligned_->at(own.cursor, in_base_ ? AlignedRuns::From::base : AlignedRuns::From::run);
  other.show_beside({own.window.start + shift.ns, own.window.end + shift.ns}, own.cursor + shift.ns,
                    shift.words);
}

void Timelines::act(const TuiInput& asked, FrameSize asked_size) {
  const FrameSize size = clamped(asked_size);
  TuiInput input = asked;
  if (!base_) return run_->act(input, size);
  const bool both = size.lines >= kLinesOfBoth;
  const Halves halves = halves_of(size);
  const bool by_mouse = input.action == "click" || input.action.starts_with("wheel");
  const bool free = focused().state().mode == "timeline";
  if (both && by_mouse) {
    const bool below = input.line >= halves.upper.lines;
    if (below != in_base_ && !free) return;
    in_base_ = below;
    if (below) input.line -= halves.upper.lines;
  }
  focused().act(input, !both ? size : in_base_ ? halves.lower : halves.upper);
  if (focused().take_switch()) in_base_ = !in_base_;
  follow();
}

Frame Timelines::frame(FrameSize asked, bool complete) {
  const FrameSize size = clamped(asked);
  if (!base_ || size.lines < kLinesOfBoth) return focused().frame(size, complete);
  const Halves halves = halves_of(size);
  return stacked(run_->frame(halves.upper, complete), base_->frame(halves.lower, complete), in_base_);
}

bool Timelines::has_news() const { return run_->has_news() || (base_ && base_->has_news()); }
bool Timelines::awaits_news() const { return run_->awaits_news() || (base_ && base_->awaits_news()); }

Result<void> Timelines::go_to(const std::string& target) {
  in_base_ = false;
  auto gone = run_->go_to(target);
  follow();
  return gone;
}

}  // namespace nsys_ai
