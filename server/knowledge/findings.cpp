// Drops what another finding explains better, and sorts the rest.
#include "knowledge/findings.h"

#include <algorithm>
#include <map>

#include "base/sum.h"

namespace nsys_ai::inline knowledge {
namespace {

constexpr size_t kMax = 12;

}  // namespace

Findings ranked(std::span<const Judgement> judgements) {
  std::map<std::string_view, Sum> explained;
  for (const Judgement& of : judgements)
    if (of.finding)
      for (const std::string& wider : of.cause->within) explained[wider] += of.finding->at_stake_ns;
  Findings all;
  for (const Judgement& of : judgements) {
    if (!of.not_judged.empty()) all.not_judged.emplace_back(of.cause->key, of.not_judged);
    if (!of.finding) continue;
    const auto narrower = explained.find(of.cause->key);
    const int64_t at_stake = of.finding->at_stake_ns;
    if (narrower != explained.end() && narrower->second >= at_stake - at_stake / 2) continue;
    all.findings.push_back(*of.finding);
  }
  // What informs has nothing at stake, and comes last.
  std::stable_sort(all.findings.begin(), all.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.at_stake_ns > b.at_stake_ns; });
  if (all.findings.size() > kMax) {
    all.left_out = static_cast<int64_t>(all.findings.size() - kMax);
    all.findings.resize(kMax);
  }
  return all;
}

}  // namespace nsys_ai::inline knowledge
