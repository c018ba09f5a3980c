// Selects NVTX ranges by the parameters `label` and `match` of a table function.
#pragma once

#include <algorithm>
#include <string>

#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_text_match.h"
#include "sql/tables/function_table.h"

namespace nsys_ai {

// By row of `Profile::nvtx()`. For one thread.
class LabelMatch {
 public:
  LabelMatch(const Profile& profile, const SqlArguments& arguments)
      : texts_(profile.nvtx().text),
        wanted_(text_of(arguments[0])),
        whole_(text_of(arguments[1]) != "part"),
        labels_(profile.derived(build_template_labels)),
        label_(static_cast<uint32_t>(std::find(labels_.labels.begin(), labels_.labels.end(), wanted_) -
                                     labels_.labels.begin())),
        contains_(profile, pattern_of(wanted_, whole_)) {}

  bool operator()(uint32_t range) {
    return labels_.of_template[texts_[range]] == label_ ||
           (contains_(range) && (!whole_ || texts_.whole(range) == wanted_));
  }

 private:
  // In a partial match, `*` stands for any text.
  static TextPattern pattern_of(const std::string& wanted, bool whole) {
    auto pattern = whole ? TextPattern::containing(wanted) : TextPattern::make(wanted, {});
    return pattern ? *std::move(pattern) : TextPattern::containing(wanted);
  }

  const TextColumn& texts_;
  std::string wanted_;
  bool whole_;
  const TemplateLabels& labels_;
  uint32_t label_;
  NvtxTextMatch contains_;
};

}  // namespace nsys_ai
