// One pass over the ranges and one over the kernels, into an array for each process.
#include "analysis/nvtx/process_labels.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "analysis/nvtx/nvtx_labels.h"
#include "base/context.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

// The labels of one process, then its kernels without a range, then those without a launch.
using LabelTable = std::vector<ProcessLabel>;

class LabelTables {
 public:
  LabelTables(const Profile& profile, size_t labels)
      : profile_(profile), labels_(labels), tables_(profile.processes().size()) {}

  ProcessLabel& at(ProcessIx process, uint32_t label) {
    LabelTable& table = tables_[process];
    if (table.empty()) {
      table.resize(labels_ + 2);
      for (size_t i = 0; i < table.size(); ++i) table[i] = {process, static_cast<uint32_t>(i)};
      table[labels_].label = ProcessLabel::kNoRange;
      table[labels_ + 1].label = ProcessLabel::kNotLaunched;
    }
    return table[label == ProcessLabel::kNoRange       ? labels_
                 : label == ProcessLabel::kNotLaunched ? labels_ + 1
                                                       : label];
  }
  std::vector<ProcessLabel> sorted(const TemplateLabels& labels) const {
    std::vector<ProcessLabel> all;
    for (const LabelTable& table : tables_)
      for (const ProcessLabel& of : table)
        if (of.count > 0 || of.kernels > 0) all.push_back(of);
    const auto text = [&](const ProcessLabel& of) {
      return of.is_range() ? std::string_view(labels.labels[of.label]) : std::string_view();
    };
    const auto key = [&](const ProcessLabel& of) {
      return std::tuple(profile_.processes()[of.process].key, -static_cast<int64_t>(of.kernel_time),
                        -static_cast<int64_t>(of.host), text(of), of.label);
    };
    std::sort(all.begin(), all.end(),
              [&](const ProcessLabel& a, const ProcessLabel& b) { return key(a) < key(b); });
    return all;
  }

 private:
  const Profile& profile_;
  size_t labels_;
  std::vector<LabelTable> tables_;
};

}  // namespace

std::vector<ProcessLabel> labels_by_process(const Profile& profile, const Scope& scope) {
  const TemplateLabels& labels = profile.derived(build_template_labels);
  LabelTables tables(profile, labels.labels.size());
  const Nvtx& nvtx = profile.nvtx();
  ThrottledCheck check;
  for (size_t row = 0; row < nvtx.size(); check(), ++row) {
    if (!nvtx.is_range(row) || nvtx.end(row) == Spans::kOpen) continue;
    const ProcessIx process = profile.threads()[nvtx.thread[row]].process;
    if (!scope.has(process)) continue;
    const auto inside = scope.clip(nvtx.interval(row));
    if (!inside) continue;
    ProcessLabel& of = tables.at(process, labels.of_template[nvtx.text[row].value]);
    ++of.count;
    of.host += inside->duration();
  }
  const Kernels& kernels = profile.kernels();
  const Launches& launches = profile.derived(build_launches);
  const Attribution& attribution = profile.derived(build_attribution);
  for (size_t i = 0; i < kernels.size(); check(), ++i) {
    const StreamIx stream = kernels.stream[i];
    if (!scope.has(stream)) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    const uint32_t range = attribution.of_kernel[i];
    const uint32_t label = launches.of_kernel[i] == Launches::kNoCall ? ProcessLabel::kNotLaunched
                           : range == NvtxForest::kNoRange            ? ProcessLabel::kNoRange
                                                           : labels.of_template[nvtx.text[range].value];
    ProcessLabel& of = tables.at(profile.device_of(stream).process, label);
    ++of.kernels;
    of.kernel_time += inside->duration();
  }
  return tables.sorted(labels);
}

}  // namespace nsys_ai
