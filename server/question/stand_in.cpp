// Completes questions from a short list and from names of kernels, in place of the grammar.
#include <algorithm>
#include <array>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "question/complete.h"

namespace nsys_ai::inline question {
namespace {

constexpr std::array<std::string_view, 14> kSentences = {"longest idle gap on GPU 1",
                                                         "longest idle gap",
                                                         "longest kernel",
                                                         "top 5 kernels by time",
                                                         "top 10 kernels by time",
                                                         "top 5 NVTX ranges by time",
                                                         "number of kernels",
                                                         "number of kernels longer than 50 us",
                                                         "why is the GPU idle?",
                                                         "total time of copies Host-to-Device",
                                                         "total time of kernels",
                                                         "time each stream is busy",
                                                         "how busy is GPU 0",
                                                         "mean duration of kernels"};

bool begins_with(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() && ascii_lower(text.substr(0, lower.size())) == lower;
}

}  // namespace

Result<Completions> completions(const Profile& profile, std::string_view typed, size_t most,
                                const Work& work) {
  Completions result;
  const std::string lower = ascii_lower(typed);
  result.whole = std::ranges::any_of(kSentences, [&](std::string_view of) { return ascii_lower(of) == lower; });
  for (const std::string_view sentence : kSentences)
    if (begins_with(sentence, lower) && sentence.size() > typed.size() && result.items.size() < most)
      result.items.push_back({std::string(sentence), "question"});
  if (!result.items.empty() || typed.empty()) return result;
  const size_t blank = typed.find_last_of(" \t");
  result.from = blank == std::string_view::npos ? 0 : blank + 1;
  const std::string word = lower.substr(result.from);
  if (word.empty()) return result;
  for (const KernelStats& of : profile.derived(build_kernel_stats).by_total) {
    if (work.cancel.cancelled()) return cancelled();
    std::string name = one_line(display_name(profile.text(of.name)));
    if (ascii_lower(name).find(word) == std::string::npos || result.items.size() >= most) continue;
    result.items.push_back({std::move(name), "kernel"});
  }
  return result;
}

}  // namespace nsys_ai::inline question
