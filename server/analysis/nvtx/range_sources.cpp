// One pass over the ranges of each thread, parents before children. Each text is evaluated once.
#include "analysis/nvtx/range_sources.h"

#include "analysis/host/source_labels.h"
#include "analysis/host/user_frames.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoRange = NvtxForest::kNoRange;

LabelSpecificity worth_of(std::string_view label) {
  if (label.empty()) return LabelSpecificity::nothing;
  if (is_operator_label(label)) return LabelSpecificity::of_operator;
  const auto place = source_of_label(label);
  if (!place) return LabelSpecificity::own_name;
  return is_library_source(place->file) ? LabelSpecificity::of_package : LabelSpecificity::own_source;
}

bool names_file(LabelSpecificity worth) {
  return worth == LabelSpecificity::own_source || worth == LabelSpecificity::of_package;
}

// `label` has no numbers and therefore no lines, so they are read from the complete `text`.
CodeSource source_of(LabelSpecificity worth, std::string_view label, std::string_view text) {
  CodeSource source;
  source.seen = names_file(worth) ? text : label;
  source.function = source.seen;
  const bool own = worth == LabelSpecificity::own_name;
  source.confidence = own ? Confidence::medium : Confidence::low;
  source.evidence = own ? CodeEvidence::range : CodeEvidence::operator_;
  if (const auto place = names_file(worth) ? source_of_label(source.seen) : std::nullopt) {
    source.evidence = CodeEvidence::range_source;
    source.file = place->file;
    source.function = place->function;
    source.line = place->line;
    if (worth == LabelSpecificity::own_source)
      source.confidence = place->line ? Confidence::high : Confidence::medium;
  }
  return source;
}

// The texts of ranges: how specific each is, and its source, found on first use. Where a label names a file,
// its texts can differ in line numbers.
class Texts {
 public:
  explicit Texts(const Profile& profile)
      : texts_(profile.nvtx().text),
        labels_(profile.derived(build_nvtx_labels)),
        sources_(labels_.of_template.size()) {
    for (const LabelStats& of : labels_.labels) worths_.push_back(worth_of(of.label));
  }
  LabelSpecificity worth(uint32_t range) const { return worths_[labels_.of_template[texts_[range]]]; }
  uint32_t source(uint32_t range) {
    const TemplateId of_template = texts_[range];
    const uint32_t label = labels_.of_template[of_template];
    const bool by_line = names_file(worths_[label]) && texts_.has_numbers(range);
    uint32_t& known = by_line ? source_of_text(range) : sources_[of_template];
    if (known == 0)
      known = 1 + met_.add(source_of(worths_[label], labels_.labels[label].label,
                                     names_file(worths_[label]) ? texts_.whole(range) : ""));
    return known - 1;
  }
  std::vector<LabelSpecificity> take_worths() { return std::move(worths_); }
  std::vector<CodeSource> take_sources() { return met_.take(); }

 private:
  uint32_t& source_of_text(uint32_t range) {
    const TemplateId of_template = texts_[range];
    std::string key(reinterpret_cast<const char*>(&of_template), sizeof(of_template));
    key += texts_.numbers(range);
    const uint32_t number = keys_.add(key);
    if (number == sources_of_keys_.size()) sources_of_keys_.push_back(0);
    return sources_of_keys_[number];
  }

  const TextColumn& texts_;
  const NvtxLabels& labels_;
  std::vector<LabelSpecificity> worths_;  // indexed by label
  // The source plus one, where 0 means not yet computed.
  std::vector<uint32_t> sources_;  // indexed by TemplateId
  TextSet keys_;                   // each is a template and numbers
  std::vector<uint32_t> sources_of_keys_;
  CodeSources met_;
};

}  // namespace

RangeSources build_range_sources(const Profile& profile) {
  const Nvtx& nvtx = profile.nvtx();
  const NvtxForest& forest = profile.derived(build_nvtx_forest);
  Texts texts(profile);
  std::vector<uint32_t> best(nvtx.size(), kNoRange);
  for (const auto& ranges : forest.of_thread)
    for (const uint32_t range : ranges) {
      const uint32_t around = forest.parent[range] == kNoRange ? kNoRange : best[forest.parent[range]];
      const LabelSpecificity worth = texts.worth(range);
      const LabelSpecificity other = around == kNoRange ? LabelSpecificity::nothing : texts.worth(around);
      best[range] = worth != LabelSpecificity::nothing && worth >= other ? range : around;
    }
  RangeSources found;
  for (uint32_t range = 0; range < nvtx.size(); ++range) {
    if (best[range] != kNoRange) best[range] = texts.source(best[range]);
  }
  static_assert(RangeSources::kNothing == kNoRange);
  found.of_range = std::move(best);
  found.sources = texts.take_sources();
  found.of_label = texts.take_worths();
  return found;
}

uint32_t best_range_around(const Profile& profile, uint32_t kernel) {
  const RangeSources& sources = profile.derived(build_range_sources);
  const std::vector<uint32_t>& label_of = profile.derived(build_nvtx_labels).of_template;
  uint32_t best = kNoRange;
  LabelSpecificity most = LabelSpecificity::nothing;
  profile.derived(build_nvtx_enclosures).each({OperationNumbers::kernel, kernel}, [&](uint32_t range) {
    const LabelSpecificity worth = sources.of_label[label_of[profile.nvtx().text[range]]];
    if (worth <= most) return;
    most = worth;
    best = range;
  });
  return best;
}

}  // namespace nsys_ai
