// Throws instead of returning errors: a test that cannot begin has failed.
#include "tests/tui/frame_session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "base/text_table.h"
#include "profile/load/load.h"
#include "tests/support/sketch.h"
#include "tui/cell_width.h"

namespace nsys_ai::tui_test {

ProfilePtr profile_of_sketch(const std::string& sketch) {
  static std::atomic<int> number = 0;
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("tui_test_{}_{}.sqlite", getpid(), ++number);
  sketch::write(sketch, path.string(), "2026.2");
  ProfilePtr profile = profile_of_file(path.string());
  std::filesystem::remove(path);
  return profile;
}

ProfilePtr profile_of_file(const std::string& path) {
  auto loaded = load_profile(path);
  if (!loaded) throw std::runtime_error(path + ": " + loaded.error().message);
  return *loaded;
}

FrameSession::FrameSession(TimelineSubject subject, TuiView first) {
  subject.marks = [marks = marks_]() -> Result<std::vector<TimelineMark>> { return *marks; };
  subject.add_mark = [marks = marks_](const TimelineMark& mark) -> Result<void> {
    marks->push_back(mark);
    std::ranges::stable_sort(*marks, {}, [](const TimelineMark& of) { return of.time.start; });
    return {};
  };
  subject.overview = [profile = subject.profile](const ScopeRequest& scope, WaitFor wait) -> Result<Page> {
    auto made = scope == ScopeRequest{} ? Result<Page>(overview(*profile, {}, wait))
                                        : overview_of(*profile, scope, {}, {});
    if (!made) return made;
    Page page = std::move(*made);
    // Where the test keeps its file is no matter of the test.
    page.title = "profile.sqlite";
    for (Block& block : page.blocks)
      if (auto* facts = std::get_if<Facts>(&block))
        std::erase_if(facts->facts, [](const Fact& fact) { return fact.label == "file"; });
    return page;
  };
  subject.ask = [](const TimelineQuestion& asked) -> Result<TimelineAnswer> {
    return TimelineAnswer{"An answer to: " + asked.question + " after: " + asked.after, asked.question, "kernel:2"};
  };
  subject.complete = [](const std::string& typed) {
    return std::vector<std::string>{typed + " one", typed + " two", typed + " three"};
  };
  subject.perfetto = [](Interval window) -> Result<std::string> {
    return fmt::format("http://127.0.0.1:1/#{}-{}", window.start, window.end);
  };
  auto opened = TuiSession::open(std::move(subject), first, {});
  if (!opened) throw std::runtime_error(opened.error().message);
  screen_ = std::move(*opened);
}

void FrameSession::act(const TuiInput& input) {
  screen_->act(input, size);
  while (screen_->opens()) screen_->frame(size);
}

Frame FrameSession::frame() {
  Frame frame = screen_->frame(size);
  // What is made meanwhile.
  constexpr auto kPause = std::chrono::milliseconds(1);
  while (screen_->awaits_news()) {
    while (!screen_->has_news()) std::this_thread::sleep_for(kPause);
    frame = screen_->frame(size);
  }
  return frame;
}

std::string why_malformed(const Frame& frame, FrameSize size) {
  if (frame.lines.size() != size.lines) return fmt::format("{} lines", frame.lines.size());
  for (size_t i = 0; i < frame.lines.size(); ++i) {
    const std::string& line = frame.lines[i];
    if (cells_of(line) != size.columns)
      return fmt::format("line {} has {} cells: {}", i, cells_of(line), line);
    for (size_t at = 0; at < line.size(); ++at)
      if (active_character(line, at)) return fmt::format("line {} has an active character: {}", i, line);
  }
  for (const FrameSpan& span : frame.spans)
    if (span.line >= size.lines || span.begin >= span.end || span.end > frame.lines[span.line].size())
      return fmt::format("a span of line {} from {} to {}", span.line, span.begin, span.end);
  for (const FrameHit& hit : frame.hits)
    if (hit.line >= size.lines || hit.begin >= hit.end || hit.end > size.columns)
      return fmt::format("a hit in line {} from {} to {}", hit.line, hit.begin, hit.end);
  if (frame.cursor && (frame.cursor->line >= size.lines || frame.cursor->column >= size.columns))
    return "the cursor is outside";
  return "";
}

}  // namespace nsys_ai::tui_test
