// Text in, text out: a sketch of a profile and the trace that it becomes. UPDATE=1 rewrites the expectations.
//
//   == title
//   profile
//     lines of a sketch
//   trace [with|without KIND]... [window A..B] [gpu N] [stream N] [pixel DURATION] [ranges N] [version V]
//         [note A..B,C..D | note all]... [bookmark A..B]... [format F] [columns N] [most N]
//
// Without more words, kernels, copies, memsets and NVTX on the host are shown.
//   ----
//   the tree of tracks, or the JSON as it is
//
// The format `timeline` is what nsys-ai draws itself, in so many columns, and at most so much of it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/places.h"
#include "tests/support/sketch_text.h"
#include "tests/trace/print.h"
#include "tests/trace/run.h"
#include "tests/trace/timeline_decode.h"

namespace nsys_ai::trace_test {
namespace {

struct Case {
  std::string title, sketch, request, expected;
};

std::vector<Case> read_cases(std::istream& file) {
  enum { before, sketch, expected } part = before;
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.rfind("== ", 0) == 0) {
      cases.push_back({line.substr(3), "", "", ""});
      part = before;
    } else if (cases.empty()) {
      throw std::runtime_error("a line before the first title: " + line);
    } else if (part == expected) {
      cases.back().expected += line + "\n";
    } else if (line == "profile") {
      part = sketch;
    } else if (line == "----") {
      part = expected;
    } else if (line.rfind("trace", 0) == 0) {
      cases.back().request = line;
    } else if (part == sketch) {
      cases.back().sketch += line + "\n";
    }
  }
  return cases;
}

// The blank line between cases belongs to none.
std::string trimmed(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text + "\n";
}

void choose(TraceOptions& options, const std::string& kind, bool chosen) {
  if (kind == "arguments") {
    options.arguments = chosen;
    return;
  }
  for (const TraceKind& known : kTraceKinds)
    if (known.name == kind) {
      options.*known.shown = chosen;
      return;
    }
  throw std::runtime_error("no such kind: " + kind);
}

// `all`, or intervals with commas between.
TraceNote note_of(const std::string& times, size_t number) {
  TraceNote note{"note-" + std::to_string(number), "Something stands out", {}, {{"severity", "high"}}};
  if (times == "all") return note;
  std::istringstream list(times);
  for (std::string one; std::getline(list, one, ',');) {
    const sketch::Interval time = sketch::parse_interval(one, sketch::Line{});
    note.times.push_back({time.start, time.end.value()});
  }
  return note;
}

std::string timeline_text(const Profile& profile, const TraceOptions& options, TimelineView view) {
  const TimelineSource source(profile, {options.os_calls, options.notes, options.workspace_notes});
  view.rows = row_ids(source, options);
  const auto made = source.part(view);
  if (!made) throw std::runtime_error(made.error().message);
  return fmt::format("{}..{} ns of {} ns, from {} ns; pixel {} ns\n", made->start, made->end,
                     made->run_length, made->run_start, made->pixel) +
         print(decode(*made));
}

std::string run(const Case& test) {
  TraceOptions options = events_alone();
  std::vector<TraceNote> notes, bookmarks;
  ScopeRequest scope;
  std::string version = "2026.2";
  bool as_timeline = false;
  TimelineView view{{}, INT64_MAX, SIZE_MAX, {}};
  std::istringstream words(test.request);
  std::string word, value;
  words >> word;
  while (words >> word >> value) {
    if (word == "with" || word == "without") {
      choose(options, value, word == "with");
    } else if (word == "window") {
      const sketch::Interval window = sketch::parse_interval(value, sketch::Line{});
      scope.window = Interval{window.start, window.end.value()};
    } else if (word == "gpu") {
      scope.gpus.push_back(std::stoll(value));
    } else if (word == "stream") {
      options.streams.push_back(std::stoll(value));
    } else if (word == "format" && value == "timeline") {
      as_timeline = true;
    } else if (word == "columns") {
      view.columns = std::stoll(value);
    } else if (word == "most") {
      view.most = std::stoul(value);
    } else if (word == "format") {
      options.format = value == "json" ? TraceFormat::json : TraceFormat::perfetto;
    } else if (word == "pixel") {
      options.pixel = *sketch::parse_interval("0.." + value, sketch::Line{}).end;
    } else if (word == "ranges") {
      options.max_ranges = std::stoul(value);
    } else if (word == "bookmark") {
      bookmarks.push_back(note_of(value, bookmarks.size() + 1));
    } else if (word == "note") {
      notes.push_back(note_of(value, notes.size() + 1));
    } else if (word == "version") {
      version = value;
    } else {
      throw std::runtime_error("no such request: " + word);
    }
  }
  options.notes = [&notes] { return notes; };
  options.workspace_notes = [&bookmarks] { return bookmarks; };
  view.window = scope.window;
  if (as_timeline) return timeline_text(*load_sketch(test.sketch, version), options, view);
  const std::string trace = trace_of(*load_sketch(test.sketch, version), options, scope);
  return options.format == TraceFormat::json ? trace : print(decode(trace));
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, File) {
  const std::filesystem::path path = test::source_folder() / "tests/trace" / GetParam();
  std::ifstream file(path);
  std::vector<Case> cases = read_cases(file);
  ASSERT_FALSE(cases.empty());
  const bool update = std::getenv("UPDATE") != nullptr && std::string_view(std::getenv("UPDATE")) == "1";
  std::string rewritten;
  for (const Case& test : cases) {
    const std::string got = trimmed(run(test));
    if (!update) {
      EXPECT_EQ(got, trimmed(test.expected)) << test.title;
    }
    if (!rewritten.empty()) rewritten += "\n";
    rewritten += "== " + test.title + "\nprofile\n" + test.sketch + test.request + "\n----\n" + got;
  }
  if (update) std::ofstream(path) << rewritten;
}

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() / "tests/trace"))
    if (entry.path().extension() == ".test") names.push_back(entry.path().filename().string());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Trace, Golden, testing::ValuesIn(files()),
                         [](const auto& test) { return test.param.substr(0, test.param.find('.')); });

}  // namespace
}  // namespace nsys_ai::trace_test
