// Groups NVTX ranges by label, with the GPU time of the work that they launched.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// The label without the parts that distinguish instances: `aten::mul, seq = 12, op_id = 314290` becomes
// `aten::mul`, `step 12` becomes `step #`. The label of a template equals that of all its texts.
std::string normalised_label(std::string_view text_or_template);

// The label with its numbers: `aten::mul, seq = 12` becomes `aten::mul`, `layer 12` stays.
std::string without_operator_ids(std::string_view text);

// The label of each template, normalised once per template. Build with
// `profile.derived(build_template_labels)`.
struct TemplateLabels {
  std::vector<std::string> labels;    // distinct
  std::vector<uint32_t> of_template;  // index in `labels`, by TemplateId

  const std::string& of(TemplateId id) const { return labels[of_template[id]]; }
};
TemplateLabels build_template_labels(const Profile& profile);

// All ranges of one normalised label in the entire capture.
struct LabelStats {
  std::string label;
  int64_t count = 0;
  int64_t open = 0;  // never closed; they count in `count` only
  Sum host_total{};  // ns on the host, of closed ranges, summed over instances and threads
  int64_t host_max = 0;
  int64_t kernels = 0;  // launched inside, at any depth
  Sum kernel_time{};    // ns, summed; a kernel counts once per label, however deeply the label nests
};

// Sorted by kernel time, then host time, both descending, then by label; with an index of labels by template.
// Build with `profile.derived(build_nvtx_labels)`.
struct NvtxLabels {
  std::vector<LabelStats> labels;
  std::unordered_map<std::string, uint32_t> by_label;
  std::vector<uint32_t> of_template;   // indexed by TemplateId; kNoLabel where no range has the template
  std::vector<uint32_t> first_ranges;  // the first range of each template, in file order
  static constexpr uint32_t kNoLabel = UINT32_MAX;
};
NvtxLabels build_nvtx_labels(const Profile& profile);

}  // namespace nsys_ai
