// Opens each view when it is first shown.
#include "tui/tui_session.h"

#include <utility>

namespace nsys_ai {

static NvtxTreeRun tree_run(const TimelineSubject& subject) {
  return {subject.profile, subject.name, subject.scope};
}

Result<std::unique_ptr<TuiSession>> TuiSession::open(TimelineSubject subject, TuiView first,
                                                     const Work& work) {
  std::unique_ptr<TuiSession> session(new TuiSession(std::move(subject)));
  if (auto shown = session->show(first, work); !shown) return tl::unexpected(shown.error());
  return session;
}

Result<void> TuiSession::show(TuiView view, const Work& work) {
  if (view == TuiView::overview && !overview_) {
    if (!subject_.overview) return fail(ErrorCode::cannot_do, "There is no overview here.", "");
    auto opened = OverviewScreen::open(subject_.profile, subject_.overview, subject_.scope, subject_.ascii);
    if (!opened) return tl::unexpected(opened.error());
    overview_ = std::move(*opened);
  }
  if (view == TuiView::timeline && !timeline_) {
    auto opened = Timelines::open(subject_, work);
    if (!opened) return tl::unexpected(opened.error());
    timeline_ = std::move(*opened);
  }
  if (view == TuiView::tree && !tree_) {
    auto opened = NvtxTreeScreen::open(
        tree_run(subject_), subject_.against ? std::optional(tree_run(*subject_.against)) : std::nullopt,
        subject_.ascii, work);
    if (!opened) return tl::unexpected(opened.error());
    tree_ = std::move(*opened);
  }
  view_ = view;
  return {};
}

bool TuiSession::has_news() const {
  return view_ == TuiView::overview ? overview_->has_news()
                                    : view_ == TuiView::timeline && timeline_->has_news();
}
bool TuiSession::awaits_news() const {
  return view_ == TuiView::overview ? overview_->awaits_news()
                                    : view_ == TuiView::timeline && timeline_->awaits_news();
}

std::string TuiSession::take_leave() {
  switch (view_) {
    case TuiView::overview:
      return overview_->take_leave();
    case TuiView::timeline:
      return timeline_->take_leave();
    default:
      return tree_->take_leave();
  }
}

void TuiSession::show_error(const Error& error) {
  if (view_ == TuiView::overview) overview_->show_error(error);
  if (view_ == TuiView::timeline) timeline_->show_error(error);
  if (view_ == TuiView::tree) tree_->show_error(error);
}

void TuiSession::act(const TuiInput& input, FrameSize size) {
  if (view_ == TuiView::overview)
    overview_->act(input, size);
  else if (view_ == TuiView::timeline)
    timeline_->act(input, size);
  else
    tree_->act(input, size);
  const std::string to = take_leave();
  if (to.empty()) return;
  const TuiView from = view_;
  auto shown = show(to == "overview" ? TuiView::overview
                    : to == "tree"   ? TuiView::tree
                                     : TuiView::timeline,
                    {});
  if (shown && view_ == TuiView::timeline && to != "timeline") {
    shown = timeline_->go_to(to);
    if (!shown) view_ = from;
  }
  if (!shown) show_error(shown.error());
}

Frame TuiSession::frame(FrameSize size, bool complete) {
  if (view_ == TuiView::overview) return overview_->frame(size);
  return view_ == TuiView::timeline ? timeline_->frame(size, complete) : tree_->frame(size);
}

}  // namespace nsys_ai
