// Frames for clients that paint text: the timeline and the tree of the terminal, in a buffer of an editor.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "base/context.h"
#include "base/quotation.h"
#include "features/feature.h"
#include "features/session.h"
#include "features/viewer/frame_subject.h"
#include "features/viewer/viewer_subject.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/workspace.h"
#include "tui/tui_session.h"

namespace nsys_ai {
namespace {

struct OpenFrame {
  std::string handle;
  std::mutex drawing;
  std::unique_ptr<TuiSession> session;
};

// The latest frames of a client; older ones end. Thread-safe.
class OpenFrames {
 public:
  std::shared_ptr<OpenFrame> add(std::unique_ptr<TuiSession> session) {
    constexpr size_t kMost = 8;
    auto frame = std::make_shared<OpenFrame>();
    frame->session = std::move(session);
    const std::lock_guard lock(mutex_);
    frame->handle = fmt::format("{}", ++last_);
    frames_.push_back(frame);
    if (frames_.size() > kMost) frames_.pop_front();
    return frame;
  }
  Result<std::shared_ptr<OpenFrame>> find(const std::string& handle) {
    const std::lock_guard lock(mutex_);
    for (const auto& frame : frames_)
      if (frame->handle == handle) return frame;
    return fail(ErrorCode::bad_request,
                fmt::format("No open frame has the handle \"{}\".", quotation(handle)),
                "Open it with nsys/frameOpen and use the handle that it returns.");
  }
  void remove(const std::string& handle) {
    const std::lock_guard lock(mutex_);
    std::erase_if(frames_, [&](const auto& frame) { return frame->handle == handle; });
  }

 private:
  std::mutex mutex_;
  std::deque<std::shared_ptr<OpenFrame>> frames_;
  int64_t last_ = 0;
};

FrameSize asked_size(int64_t columns, int64_t lines) {
  return clamped(
      {static_cast<size_t>(std::max<int64_t>(0, columns)), static_cast<size_t>(std::max<int64_t>(0, lines))});
}

nsys::FrameResult wire_frame(const OpenFrame& of, const Frame& frame) {
  nsys::FrameResult wire;
  wire.frame = of.handle;
  wire.lines = frame.lines;
  for (const FrameSpan& span : frame.spans)
    wire.highlights.push_back({static_cast<int64_t>(span.line), static_cast<int64_t>(span.begin),
                               static_cast<int64_t>(span.end), std::string(name_of(span.style.role)),
                               span.style.inverse ? std::optional(true) : std::nullopt,
                               span.style.strong ? std::optional(true) : std::nullopt});
  if (frame.cursor)
    wire.cursor = {static_cast<int64_t>(frame.cursor->line), static_cast<int64_t>(frame.cursor->column)};
  wire.mode = frame.mode;
  wire.pending = frame.pending || of.session->awaits_news();
  wire.ended = frame.ended;
  return wire;
}

Result<std::string> words_of_perfetto(Session& session, const ViewerServer::Subject& subject,
                                      Interval window) {
  const auto shown = session.viewer.show_trace(subject, {window, TraceDetail::automatic});
  if (!shown) return tl::unexpected(shown.error());
  return fmt::format(
      "{}\nOpen the address in a browser of the computer that the server runs on. From another one:\n  {}",
      shown->url, shown->ssh_command);
}

TimelineSubject asked_subject(Session& session, const nsys::FrameOpenParams& params,
                              const ProfilePtr& profile) {
  const auto viewed = viewer_subject(session, params.profile, profile);
  TimelineSubject subject = frame_subject(
      profile, {session.workspace.folders(), viewed.suppressions, viewed.skills,
                [&session, viewed](Interval window) { return words_of_perfetto(session, viewed, window); }});
  subject.at = params.at.value_or("");
  subject.ascii = params.ascii.value_or(false);
  return subject;
}

Result<nsys::FrameResult> open_frame(Session& session, OpenFrames& frames,
                                     const nsys::FrameOpenParams& params, const Work& work) {
  auto profile = session.library.find(params.profile);
  if (!profile) return tl::unexpected(profile.error());
  const std::string view = params.view.value_or("timeline");
  static constexpr std::array<std::pair<std::string_view, TuiView>, 3> kViews = {
      {{"overview", TuiView::overview}, {"timeline", TuiView::timeline}, {"tree", TuiView::tree}}};
  const auto named = std::ranges::find(kViews, view, [](const auto& of) { return of.first; });
  if (named == kViews.end())
    return fail(ErrorCode::bad_request,
                fmt::format("params.view: \"{}\" is neither overview, timeline nor tree.", quotation(view)));
  auto opened = TuiSession::open(asked_subject(session, params, *profile), named->second, work);
  if (!opened) return tl::unexpected(opened.error());
  const auto frame = frames.add(std::move(*opened));
  const std::lock_guard lock(frame->drawing);
  return wire_frame(*frame, frame->session->frame(asked_size(params.columns, params.lines), false));
}

TuiInput input_of(const nsys::FrameInput& input) {
  return {input.action.value_or(""), input.key.value_or(""), input.text.value_or(""),
          static_cast<size_t>(std::max<int64_t>(0, input.line.value_or(0))),
          static_cast<size_t>(std::max<int64_t>(0, input.column.value_or(0)))};
}

Result<nsys::FrameResult> input_to_frame(OpenFrames& frames, const nsys::FrameInputParams& params,
                                         const Work& work) {
  const auto found = frames.find(params.frame);
  if (!found) return tl::unexpected(found.error());
  OpenFrame& frame = **found;
  const FrameSize size = asked_size(params.columns, params.lines);
  return cancellable(work, [&]() -> Result<nsys::FrameResult> {
    const std::lock_guard lock(frame.drawing);
    for (const nsys::FrameInput& input : params.inputs) frame.session->act(input_of(input), size);
    const Frame drawn = frame.session->frame(size, params.complete.value_or(true));
    if (drawn.ended) frames.remove(frame.handle);
    return wire_frame(frame, drawn);
  });
}

}  // namespace

void attach_frames(Router& router, Session& session) {
  const auto frames = std::make_shared<OpenFrames>();
  router.on<method::FrameInput>(Lane::bulk, [frames](const nsys::FrameInputParams& params, Call& call) {
    return input_to_frame(*frames, params, call.work());
  });
  router.on<method::FrameOpen>(Lane::bulk,
                               [&session, frames](const nsys::FrameOpenParams& params, Call& call) {
                                 return open_frame(session, *frames, params, call.work());
                               });
}

}  // namespace nsys_ai
