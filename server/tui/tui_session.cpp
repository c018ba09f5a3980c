// Opens each view when it is first asked for, on a thread where that takes long: keys go to the one before.
#include "tui/tui_session.h"

#include <chrono>
#include <utility>

#include "tui/nvtx_tree_screen.h"
#include "tui/overview_screen.h"
#include "tui/timelines.h"

namespace nsys_ai {
namespace {

// A view that opens sooner is waited for, so that keys typed ahead reach it.
constexpr auto kPatience = std::chrono::milliseconds(60);

NvtxTreeRun tree_run(const TimelineSubject& subject) {
  return {subject.profile, subject.name, subject.scope};
}

Result<std::unique_ptr<TuiScreen>> open_screen(const TimelineSubject& subject, TuiView view,
                                               const Work& work) {
  switch (view) {
    case TuiView::overview:
      if (!subject.overview) return fail(ErrorCode::cannot_do, "There is no overview here.");
      return OverviewScreen::open(subject.profile, subject.overview, subject.scope, subject.ascii);
    case TuiView::timeline:
      return Timelines::open(subject, work);
    default:
      return NvtxTreeScreen::open(tree_run(subject),
                                  subject.against ? std::optional(tree_run(*subject.against)) : std::nullopt,
                                  subject.ascii, work);
  }
}

TuiView view_of(const std::string& to) {
  return to == "overview" ? TuiView::overview : to == "tree" ? TuiView::tree : TuiView::timeline;
}

std::string_view words_of_opening(TuiView view) {
  return view == TuiView::overview   ? "The overview is being made."
         : view == TuiView::timeline ? "The timeline is being read."
                                     : "Kernels are being counted by the ranges that launched them.";
}

}  // namespace

Result<std::unique_ptr<TuiSession>> TuiSession::open(TimelineSubject subject, TuiView first,
                                                     const Work& work) {
  std::unique_ptr<TuiSession> session(new TuiSession(std::move(subject)));
  auto opened = open_screen(session->subject_, first, work);
  if (!opened) return tl::unexpected(opened.error());
  session->view_ = first;
  session->screens_[static_cast<size_t>(first)] = std::move(*opened);
  return session;
}

void TuiSession::leave_for(const std::string& to) {
  const TuiView view = view_of(to);
  if (screens_[static_cast<size_t>(view)]) return arrive(view, to);
  opening_.reset(
      new Opening{view, to, {"A view of the terminal", nullptr, [this, view](const Work& work) -> Opened {
                               return std::make_shared<Result<std::unique_ptr<TuiScreen>>>(
                                   open_screen(subject_, view, work));
                             }}});
  const auto until = std::chrono::steady_clock::now() + kPatience;
  while (!opening_->screen.ready() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  take_opened();
}

void TuiSession::take_opened() {
  if (!opening_) return;
  if (!opening_->screen.ready()) return say(shown().text(), std::string(words_of_opening(opening_->view)));
  const std::unique_ptr<Opening> done = std::move(opening_);
  const Opened opened = done->screen.value();
  if (!opened) return say(shown().text(), "It could not be opened.");
  if (!*opened) return say_error(shown().text(), opened->error());
  shown().text().message.clear();
  screens_[static_cast<size_t>(done->view)] = std::move(**opened);
  arrive(done->view, done->to);
}

void TuiSession::arrive(TuiView view, const std::string& to) {
  const TuiView from = std::exchange(view_, view);
  if (view != TuiView::timeline || to == "timeline") return;
  const auto gone = shown().go_to(to);
  if (gone) return;
  view_ = from;
  say_error(shown().text(), gone.error());
}

bool TuiSession::has_news() const { return opening_ ? opening_->screen.ready() : shown().has_news(); }
bool TuiSession::awaits_news() const { return opening_ || shown().awaits_news(); }

void TuiSession::act(const TuiInput& input, FrameSize size) {
  shown().act(input, size);
  if (const std::string to = shown().take_leave(); !to.empty()) leave_for(to);
}

Frame TuiSession::frame(FrameSize size, bool complete) {
  take_opened();
  return shown().frame(size, complete);
}

}  // namespace nsys_ai
