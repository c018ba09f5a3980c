// Opens each view when it is first shown.
#include "tui/tui_session.h"

#include <utility>

namespace nsys_ai {

Result<std::unique_ptr<TuiSession>> TuiSession::open(TimelineSubject subject, TuiView first,
                                                     const Work& work) {
  std::unique_ptr<TuiSession> session(new TuiSession(std::move(subject)));
  if (auto shown = session->show(first, work); !shown) return tl::unexpected(shown.error());
  return session;
}

Result<void> TuiSession::show(TuiView view, const Work& work) {
  if (view == TuiView::timeline && !timeline_) {
    auto opened = TimelineScreen::open(subject_, work);
    if (!opened) return tl::unexpected(opened.error());
    timeline_ = std::move(*opened);
  }
  if (view == TuiView::tree && !tree_) {
    auto opened = NvtxTreeScreen::open(subject_.profile, subject_.name, subject_.scope, subject_.ascii, work);
    if (!opened) return tl::unexpected(opened.error());
    tree_ = std::move(*opened);
  }
  view_ = view;
  return {};
}

void TuiSession::act(const TuiInput& input, FrameSize size) {
  if (view_ == TuiView::timeline) {
    timeline_->act(input, size);
    if (timeline_->take_leave())
      if (auto shown = show(TuiView::tree, {}); !shown) timeline_->show_error(shown.error());
    return;
  }
  tree_->act(input, size);
  const std::string to = tree_->take_leave();
  if (to.empty()) return;
  auto shown = show(TuiView::timeline, {});
  if (shown && to != "timeline") shown = timeline_->go_to(to);
  if (!shown) (view_ == TuiView::tree ? tree_->show_error(shown.error()) : timeline_->show_error(shown.error()));
}

Frame TuiSession::frame(FrameSize size, bool complete) {
  return view_ == TuiView::timeline ? timeline_->frame(size, complete) : tree_->frame(size);
}

}  // namespace nsys_ai
