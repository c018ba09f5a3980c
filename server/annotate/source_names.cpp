// One pass over the kernels' names, one over the labels.
#include "annotate/source_names.h"

#include <algorithm>

#include "analysis/kernels/kernel_stats.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"

namespace nsys_ai {
namespace {

// Triton's `add_kernel_0d1d2de3c`: the index of each specialised argument, and how it was specialised.
bool is_specialisation(std::string_view text) {
  if (text.empty() || text[0] != '0') return false;
  char before = 'd';
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit && (c < 'c' || c > 'e')) return false;
    if (!digit && before == c) return false;
    before = c;
  }
  return before >= 'c';
}

void add_functions(const Profile& profile, SourceNames& names) {
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  // Labels are grouped without their numbers, so the first text of each label stands for it.
  std::vector<bool> seen(labels.labels.size(), false);
  for (const uint32_t range : labels.first_ranges) {
    const uint32_t label = labels.of_template[profile.nvtx().text[range]];
    if (seen[label]) continue;
    seen[label] = true;
    auto function = function_of_label(without_operator_ids(profile.nvtx_text(range)));
    if (!function) continue;
    const std::string last = function->path.back();
    names.functions[last].push_back({label, std::move(*function)});
  }
  for (auto& [last, functions] : names.functions)
    std::sort(functions.begin(), functions.end(),
              [](const auto& a, const auto& b) { return a.label < b.label; });
  for (uint32_t label = 0; label < labels.labels.size(); ++label) names.labels.push_back(label);
  std::sort(names.labels.begin(), names.labels.end(),
            [&](uint32_t a, uint32_t b) { return labels.labels[a].label < labels.labels[b].label; });
}

}  // namespace

std::string_view source_name(std::string_view base) {
  const size_t mark = base.find_first_of("$[");  // Numba's my_kernel$241 and my_kernel[abi:v1]
  if (mark != std::string_view::npos && mark > 0) base = base.substr(0, mark);
  const size_t last = base.rfind('_');
  if (last != std::string_view::npos && last > 0 && is_specialisation(base.substr(last + 1)))
    base = base.substr(0, last);
  return base;
}

SourceNames build_source_names(const Profile& profile) {
  SourceNames names;
  const auto& by_total = profile.derived(build_kernel_stats).by_total;
  for (uint32_t place = 0; place < by_total.size(); ++place) {
    const std::string_view text = profile.text(by_total[place].name);
    const std::string qualified = qualified_name(text);
    const std::string base = base_name(text);
    std::vector<std::string> path = path_parts(qualified);
    const std::string plain(source_name(base));
    if (path.empty() || plain != base) path = {plain};
    names.kernels[plain].push_back({place, path});
    if (plain != base) names.kernels[base].push_back({place, {base}});
  }
  add_functions(profile, names);
  return names;
}

}  // namespace nsys_ai
