// Collects options from the page, from needs and from advice, where they are written as code.
#include "knowledge/next_capture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/embedded.h"
#include "knowledge/page_tables.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_captures();

namespace {

bool is_option(const PageRow& row) { return row.at(0).starts_with("`--"); }

// The page has a table of frameworks and one of options.
std::vector<PageRow> rows_of_pages(bool of_options) {
  std::vector<PageRow> rows;
  for (const EmbeddedFile& file : embedded_captures())
    for (PageRow& row : page_rows(file.content))
      if (is_option(row) == of_options) rows.push_back(std::move(row));
  return rows;
}

std::vector<FrameworkCapture> read_captures() {
  std::vector<FrameworkCapture> all;
  for (const PageRow& row : rows_of_pages(false)) {
    const std::vector<std::string> before = quoted_words(row.at(1));
    all.push_back({std::string(row.at(0)), before.empty() ? "" : before.front(), quoted_words(row.at(2)),
                   std::string(row.at(3)), quoted_words(row.at(4)), std::string(row.at(5))});
  }
  return all;
}

std::vector<CaptureOption> read_options() {
  std::vector<CaptureOption> all;
  for (const PageRow& row : rows_of_pages(true))
    all.push_back({quoted_words(row.at(0)).front(), std::string(row.at(1))});
  return all;
}

std::string_view name_in(std::string_view option) { return option.substr(0, option.find('=')); }

constexpr std::string_view kTrace = "--trace=";

// Calls `each` with the parts of "cuda,nvtx".
template <class Each>
void each_trace(std::string_view list, Each each) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    each(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

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

void NsysOptions::add(std::string_view option) {
  if (!option.starts_with("--") || option.find('=') == std::string_view::npos) return;
  if (option.starts_with(kTrace)) return add_traces(option.substr(kTrace.size()));
  // nsys accepts an option once.
  const auto same = [&](const std::string& of) { return name_in(of) == name_in(option); };
  if (std::none_of(others_.begin(), others_.end(), same)) others_.emplace_back(option);
}

void NsysOptions::add_from(std::string_view code) {
  constexpr std::string_view kCommand = "nsys profile ";
  if (code.starts_with(kCommand)) code.remove_prefix(kCommand.size());
  while (code.starts_with("--")) {
    const size_t end = std::min(code.find(' '), code.size());
    add(code.substr(0, end));
    code.remove_prefix(std::min(end + 1, code.size()));
  }
}

void NsysOptions::remove(std::string_view name) {
  std::erase_if(others_, [&](const std::string& of) { return name_in(of) == name; });
}

void NsysOptions::mend(std::string_view option) {
  constexpr std::string_view kWithout = "without ";
  if (option.starts_with(kWithout)) return remove(option.substr(kWithout.size()));
  if (!option.starts_with(kTrace)) remove(name_in(option));
  add(option);
}

bool NsysOptions::has(std::string_view option) const {
  if (!option.starts_with(kTrace)) return std::ranges::find(others_, option) != others_.end();
  bool all = true;
  each_trace(option.substr(kTrace.size()), [&](std::string_view one) {
    all = all && std::ranges::find(traces_, one) != traces_.end();
  });
  return all;
}

std::vector<std::string> NsysOptions::words() const {
  std::vector<std::string> words = {fmt::format("--trace={}", fmt::join(traces_, ","))};
  words.insert(words.end(), others_.begin(), others_.end());
  return words;
}

void NsysOptions::add_traces(std::string_view list) {
  each_trace(list, [&](std::string_view one) {
    if (std::ranges::find(traces_, one) == traces_.end()) traces_.emplace_back(one);
  });
}

std::span<const CaptureOption> capture_options() {
  static const std::vector<CaptureOption> all = read_options();
  return all;
}

std::span<const FrameworkCapture> framework_captures() {
  static const std::vector<FrameworkCapture> all = read_captures();
  return all;
}

CaptureFaults capture_faults(const Findings& findings) {
  CaptureFaults all;
  for (const Finding& finding : findings.findings) {
    if (finding.mends.empty()) continue;
    all.causes.push_back(finding.key);
    all.titles.push_back(finding.title);
    all.mends.insert(all.mends.end(), finding.mends.begin(), finding.mends.end());
  }
  return all;
}

NextCapture next_capture(std::span<const std::string> frameworks, std::span<const Answer> answers,
                         const Findings& findings) {
  const auto all = framework_captures();
  const auto used = std::ranges::find_if(all, [&](const FrameworkCapture& of) {
    return std::ranges::find(frameworks, of.framework) != frameworks.end();
  });
  const FrameworkCapture& of = used == all.end() ? all.back() : *used;
  NsysOptions options;
  for (const std::string& option : of.options) options.add(option);
  for (const Answer& answer : answers)
    if (answer.outcome == Outcome::cannot_answer)
      for (const std::string& need : answer.needs)
        for (const std::string& code : quoted_words(need)) options.add_from(code);
  for (const Finding& finding : findings.findings)
    for (const std::string& code : quoted_words(finding.advice))
      if (is_of_nsys(code)) options.add_from(code);
  const CaptureFaults faults = capture_faults(findings);
  for (const std::string& mend : faults.mends) options.mend(mend);
  const bool each_rank = std::ranges::find(faults.mends, kEachRank) != faults.mends.end();
  return {fmt::format("{}{}{}nsys profile {} -o {} PROGRAM", of.environment,
                      of.environment.empty() ? "" : " ", each_rank ? "srun " : "",
                      fmt::join(options.words(), " "), each_rank ? "next.%q{SLURM_PROCID}" : "next"),
          of.to_know};
}

}  // namespace nsys_ai
