// Keys in, frames out. UPDATE=1 rewrites the frames.
//
//   == title
//   profile                    or: profile FILE.sketch of tests/support
//     lines of a sketch
//   base                       compared with: lines of a sketch
//   with ascii | overview | tree | gpu N | at TARGET | window A..B
//   keys Tab + Space
//   frame 80x24 [styles]
//   |a line of the screen, without blanks at its end
//
// `keys` and `frame` follow each other as often as wanted. With `styles`, what is highlighted stands below
// each line.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/places.h"
#include "tests/support/sketch_text.h"
#include "tests/tui/frame_session.h"

namespace nsys_ai::tui_test {
namespace {

struct FrameCase {
  std::string title, profile, sketch, base;  // sketches; the second is that of the run to compare with
  std::vector<std::string> steps;  // lines, those of frames among them
};

std::vector<FrameCase> read_frame_cases(std::istream& file) {
  std::vector<FrameCase> cases;
  bool in_base = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("== ")) {
      cases.push_back({line.substr(3), "", "", "", {}});
      in_base = false;
    } else if (cases.empty()) {
      throw std::runtime_error("a line before the first title: " + line);
    } else if (line.starts_with("profile")) {
      cases.back().profile = line;
    } else if (line == "base") {
      in_base = true;
    } else if (line.starts_with("  ")) {
      (in_base ? cases.back().base : cases.back().sketch) += line + "\n";
    } else if (!line.empty()) {
      cases.back().steps.push_back(line);
    }
  }
  return cases;
}

std::string drawn_frame(const Frame& frame, bool styles) {
  std::string text;
  for (size_t i = 0; i < frame.lines.size(); ++i) {
    std::string line = frame.lines[i];
    while (line.ends_with(' ')) line.pop_back();
    text += "|" + line + "\n";
    if (!styles) continue;
    std::string words = "|   ^";
    for (const FrameSpan& span : frame.spans)
      if (span.line == i)
        words += fmt::format(" {}-{} {}{}{}", span.begin, span.end, name_of(span.style.role),
                             span.style.inverse ? " inverse" : "", span.style.strong ? " strong" : "");
    if (words.size() > 5) text += words + "\n";
  }
  return text;
}

void set_option(TimelineSubject& subject, const std::string& line) {
  std::istringstream words(line);
  std::string word, value;
  words >> word;
  while (words >> word) {
    if (word == "ascii") {
      subject.ascii = true;
      continue;
    }
    words >> value;
    if (word == "gpu") {
      subject.scope.gpus.push_back(std::stoll(value));
    } else if (word == "at") {
      subject.at = value;
    } else if (word == "window") {
      const sketch::Interval window = sketch::parse_interval(value, sketch::Line{});
      subject.scope.window = Interval{window.start, window.end.value()};
    } else {
      throw std::runtime_error("no such option: " + word);
    }
  }
}

ProfilePtr profile_of_case(const FrameCase& test) {
  if (test.profile == "profile") return profile_of_sketch(test.sketch);
  std::ifstream file(test::source_folder() / "tests/support" / test.profile.substr(8));
  std::stringstream text;
  text << file.rdbuf();
  return profile_of_sketch(text.str());
}

std::string head_of(const FrameCase& test) {
  return "== " + test.title + "\n" + test.profile + "\n" + test.sketch +
         (test.base.empty() ? "" : "base\n" + test.base);
}

// The case with the frames as they come now.
std::string played(const FrameCase& test) {
  std::string text = head_of(test);
  TimelineSubject subject{profile_of_case(test), "profile.sqlite"};
  if (!test.base.empty()) {
    auto base =
        std::make_shared<TimelineSubject>(TimelineSubject{profile_of_sketch(test.base), "base.sqlite"});
    base->is_base = true;
    subject.against = std::move(base);
  }
  std::unique_ptr<FrameSession> session;
  TuiView first = TuiView::timeline;
  for (const std::string& step : test.steps) {
    if (step.starts_with("|")) continue;
    text += step + "\n";
    if (step == "with tree" || step == "with overview") {
      first = step == "with tree" ? TuiView::tree : TuiView::overview;
      continue;
    }
    if (step.starts_with("with")) {
      set_option(subject, step);
      continue;
    }
    if (!session) session = std::make_unique<FrameSession>(subject, first);
    std::istringstream words(step);
    std::string word;
    words >> word;
    if (word == "keys") {
      while (words >> word) session->press(word == "Space" ? " " : word);
    } else if (word == "frame") {
      char by = 0;
      words >> session->size.columns >> by >> session->size.lines;
      const Frame frame = session->frame();
      EXPECT_EQ(why_malformed(frame, session->size), "") << test.title;
      text += drawn_frame(frame, static_cast<bool>(words >> word));
    } else {
      throw std::runtime_error("no such step: " + step);
    }
  }
  return text;
}

std::string written(const FrameCase& test) {
  std::string text = head_of(test);
  for (const std::string& step : test.steps) text += step + "\n";
  return text;
}

class FrameGolden : public testing::TestWithParam<std::string> {};

TEST_P(FrameGolden, File) {
  // Where two runs are stacked, the order in which late rows come decides which row is the first.
  if (NSYS_AI_TEST_SANITIZED && GetParam() == "against_frames.test")
    GTEST_SKIP() << "A sanitizer slows the frames down.";
  const std::filesystem::path path = test::source_folder() / "tests/tui" / GetParam();
  std::ifstream file(path);
  const std::vector<FrameCase> cases = read_frame_cases(file);
  ASSERT_FALSE(cases.empty());
  const char* set = std::getenv("UPDATE");
  const bool update = set != nullptr && std::string_view(set) == "1";
  std::string all;
  for (const FrameCase& test : cases) {
    const std::string got = played(test);
    if (!update) {
      EXPECT_EQ(got, written(test));
    }
    all += (all.empty() ? "" : "\n") + got;
  }
  if (update) std::ofstream(path) << all;
}

std::vector<std::string> frame_files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() / "tests/tui"))
    if (entry.path().extension() == ".test") names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Frames, FrameGolden, testing::ValuesIn(frame_files()),
                         [](const auto& of) { return of.param.substr(0, of.param.find('.')); });

}  // namespace
}  // namespace nsys_ai::tui_test
