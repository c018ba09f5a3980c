// Sorts the findings, and keeps the first.
#include "knowledge/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace nsys_ai {
namespace {

constexpr size_t kMax = 12;

// What can be known at all comes first. A finding with a high cost comes before one that merely describes the run, however much time that one
// concerns.
bool goes_before(const Finding& a, const Finding& b) {
  if (a.leads != b.leads) return a.leads;
  const bool a_warns = is_warning(a.severity), b_warns = is_warning(b.severity);
  return a_warns != b_warns ? a_warns : a.about_ns > b.about_ns;
}

}  // namespace

std::string in_one_paragraph(std::string_view advice) {
  std::string text;
  while (!advice.empty()) {
    const size_t end = std::min(advice.find("\n\n"), advice.size());
    text += (text.empty() ? "" : " ") + std::string(advice.substr(0, end));
    advice.remove_prefix(std::min(end + 2, advice.size()));
  }
  return text;
}

std::string sentence_of_failed(std::string_view cause) {
  return fmt::format("Whether {} holds could not be found out: `nsys-ai skill run root_causes` says why.",
                     cause);
}

Findings ranked(std::span<const Judgement> judgements) {
  Findings all;
  for (const Judgement& of : judgements) {
    if (!of.not_judged.empty()) all.not_judged.emplace_back(of.cause->key, of.not_judged);
    if (of.failed) all.failed.push_back(of.cause->key);
    if (of.finding) all.findings.push_back(*of.finding);
    if (!of.not_judged.empty() || of.failed || of.finding) continue;
    if (of.minor_ns > 0)
      all.minor.emplace_back(of.cause->key, of.minor_ns);
    else
      all.ruled_out.push_back(of.cause->key);
  }
  std::stable_sort(all.findings.begin(), all.findings.end(), goes_before);
  if (all.findings.size() > kMax) {
    all.skipped = static_cast<int64_t>(all.findings.size() - kMax);
    all.findings.resize(kMax);
  }
  return all;
}

}  // namespace nsys_ai
