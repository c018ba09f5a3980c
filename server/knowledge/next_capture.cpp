// Collects options from the page, from needs and from advice, where they are written as code.
#include "knowledge/next_capture.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/embedded.h"
#include "knowledge/page_tables.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_captures();

namespace {

std::vector<FrameworkCapture> read_captures() {
  std::vector<FrameworkCapture> all;
  for (const EmbeddedFile& file : embedded_captures())
    for (const PageRow& row : page_rows(file.content)) {
      const std::vector<std::string> before = quoted_words(row.at(1));
      all.push_back({std::string(row.at(0)), before.empty() ? "" : before.front(), quoted_words(row.at(2)),
                     std::string(row.at(3))});
    }
  return all;
}

// Each option once; lists of traced APIs are merged.
class Options {
 public:
  void add(std::string_view option) {
    constexpr std::string_view kTrace = "--trace=";
    // An option without a value is left to a person.
    if (!option.starts_with("--") || option.find('=') == std::string_view::npos) return;
    if (option.starts_with(kTrace)) return add_traces(option.substr(kTrace.size()));
    // The first value of an option wins, because nsys accepts an option once.
    const auto same = [&](const std::string& of) {
      return of.substr(0, of.find('=')) == option.substr(0, option.find('='));
    };
    if (std::none_of(others_.begin(), others_.end(), same)) others_.emplace_back(option);
  }
  // The options in a command line, or a single option.
  void add_from(std::string_view code) {
    constexpr std::string_view kCommand = "nsys profile ";
    if (code.starts_with(kCommand)) code.remove_prefix(kCommand.size());
    while (code.starts_with("--")) {
      const size_t end = std::min(code.find(' '), code.size());
      add(code.substr(0, end));
      code.remove_prefix(std::min(end + 1, code.size()));
    }
  }
  std::string text() const {
    return fmt::format("--trace={} {}", fmt::join(traces_, ","), fmt::join(others_, " "));
  }

 private:
  void add_traces(std::string_view list) {
    while (!list.empty()) {
      const size_t end = std::min(list.find(','), list.size());
      if (const std::string one(list.substr(0, end)); std::ranges::find(traces_, one) == traces_.end())
        traces_.push_back(one);
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }

  std::vector<std::string> traces_ = {"cuda", "nvtx", "osrt"};
  std::vector<std::string> others_;
};

// Advice also names options of other programs. An option belongs to nsys if the text says so, or if it names
// an API that only nsys traces.
bool is_of_nsys(std::string_view code) {
  constexpr std::string_view kRecording[] = {
      "--gpu-metrics-devices=", "--sample=",  "--cudabacktrace=", "--python-backtrace=",
      "--cuda-memory-usage=",   "--cpuctxsw="};
  return code.starts_with("nsys profile ") ||
         std::ranges::any_of(kRecording, [&](std::string_view option) { return code.starts_with(option); });
}

}  // namespace

std::span<const FrameworkCapture> framework_captures() {
  static const std::vector<FrameworkCapture> all = read_captures();
  return all;
}

NextCapture next_capture(std::span<const std::string> frameworks, std::span<const Answer> answers,
                         const Findings& findings) {
  const auto all = framework_captures();
  const auto used = std::ranges::find_if(all, [&](const FrameworkCapture& of) {
    return std::ranges::find(frameworks, of.framework) != frameworks.end();
  });
  const FrameworkCapture& of = used == all.end() ? all.back() : *used;
  Options options;
  for (const std::string& option : of.options) options.add(option);
  for (const Answer& answer : answers)
    if (answer.outcome == Outcome::cannot_answer)
      for (const std::string& need : answer.needs)
        for (const std::string& code : quoted_words(need)) options.add_from(code);
  for (const Finding& finding : findings.findings)
    for (const std::string& code : quoted_words(finding.advice))
      if (is_of_nsys(code)) options.add_from(code);
  std::string line = options.text();
  while (line.ends_with(' ')) line.pop_back();
  return {fmt::format("{}{}nsys profile {} -o next PROGRAM", of.environment,
                      of.environment.empty() ? "" : " ", line),
          of.to_know};
}

}  // namespace nsys_ai
