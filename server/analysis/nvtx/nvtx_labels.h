// NVTX ranges by label, with the GPU time of what they launched.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/sum.h"
#include "profile/profile.h"

namespace nsys_ai {

// The label without what tells instances apart: `aten::mul, seq = 12, op_id = 314290` becomes `aten::mul`,
// `step 12` becomes `step #`. Of a template it is the same as of all its texts.
std::string normalised_label(std::string_view text_or_template);

// The same with its numbers: `aten::mul, seq = 12` becomes `aten::mul`, `layer 12` stays.
std::string without_operator_ids(std::string_view text);

// The label of each template, each normalised once. Build with `profile.derived(build_template_labels)`.
struct TemplateLabels {
  std::vector<std::string> labels;    // each once
  std::vector<uint32_t> of_template;  // by TemplateId: its label in `labels`

  const std::string& of(TemplateId id) const { return labels[of_template[id]]; }
};
TemplateLabels build_template_labels(const Profile& profile);

// All ranges of one normalised label in the whole capture.
struct LabelStats {
  std::string label;
  int64_t count = 0;
  int64_t open = 0;  // how many were never closed; they count in `count` alone
  Sum host_total{};  // ns on the host, closed ranges, summed over instances and threads
  int64_t host_max = 0;
  int64_t kernels = 0;  // launched inside, at any depth
  Sum kernel_time{};    // ns, summed; a kernel counts once per label, however deep it nests
};

// By kernel time, then host time, the largest first, then by label; and where each label is.
// Build with `profile.derived(build_nvtx_labels)`.
struct NvtxLabels {
  std::vector<LabelStats> labels;
  std::unordered_map<std::string, uint32_t> by_label;
  std::vector<uint32_t> of_template;   // by TemplateId; kNoLabel where no range has the template
  std::vector<uint32_t> first_ranges;  // the first range of each template, in the order of the file
  static constexpr uint32_t kNoLabel = UINT32_MAX;
};
NvtxLabels build_nvtx_labels(const Profile& profile);

}  // namespace nsys_ai
