// One pass over the kernels. What a chain, a label or a name says is worked out once for each, and the best
// range around a launch once for each innermost range.
#include "analysis/code_attribution.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "analysis/kernels.h"
#include "analysis/launch_chains.h"
#include "analysis/nvtx_labels.h"
#include "analysis/nvtx_paths.h"
#include "analysis/own_frames.h"
#include "analysis/source_labels.h"
#include "base/text_table.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr size_t kWidestText = 200;  // of what is shown of a stranger's text
constexpr uint32_t kNoSource = UINT32_MAX;

std::string_view file_name(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// How much the label of a range tells; of the ranges around a launch the one that tells most counts, and of
// equal ones the innermost.
enum LabelWorth : uint8_t { nothing, of_operator, of_package, own_name, own_source };

// The best range around what a range encloses, found once a range.
class BestRanges {
 public:
  explicit BestRanges(const Profile& profile)
      : nvtx_(profile.nvtx()),
        labels_(profile.derived(build_nvtx_labels)),
        forest_(profile.derived(build_nvtx_forest)),
        best_(nvtx_.size(), kUnknown) {
    for (const LabelStats& of : labels_.labels) worth_.push_back(worth_of(of.label));
  }

  // NvtxForest::kNoRange when no label says anything.
  uint32_t around(uint32_t range) {
    path_.clear();
    uint32_t best = NvtxForest::kNoRange;
    for (; range != NvtxForest::kNoRange; range = forest_.parent[range]) {
      if (best_[range] != kUnknown) {
        best = best_[range];
        break;
      }
      path_.push_back(range);
    }
    for (auto inner = path_.rbegin(); inner != path_.rend(); ++inner) {
      const LabelWorth worth = worth_of_range(*inner);
      if (worth != nothing && (best == NvtxForest::kNoRange || worth >= worth_of_range(best))) best = *inner;
      best_[*inner] = best;
    }
    return best;
  }
  uint32_t label(uint32_t range) const { return labels_.of_name[nvtx_.text[range]]; }
  const std::string& text(uint32_t label) const { return labels_.labels[label].label; }
  LabelWorth worth_of_range(uint32_t range) const { return worth_[label(range)]; }

 private:
  static constexpr uint32_t kUnknown = NvtxForest::kNoRange - 1;

  static LabelWorth worth_of(std::string_view label) {
    if (label.empty()) return nothing;
    if (is_operator_label(label)) return of_operator;
    const auto place = source_of_label(label);
    if (!place) return own_name;
    return is_library_source(place->file) ? of_package : own_source;
  }

  const Nvtx& nvtx_;
  const NvtxLabels& labels_;
  const NvtxForest& forest_;
  std::vector<LabelWorth> worth_;  // by label
  std::vector<uint32_t> best_;     // by range
  std::vector<uint32_t> path_;
};

// The sources that were met, each once.
class Sources {
 public:
  explicit Sources(std::vector<CodeSource>& all) : all_(all) {}
  uint32_t add(CodeSource source) {
    source.seen = shortened(source.seen, kWidestText);
    source.file = shortened(source.file, kWidestText);
    source.function = shortened(source.function, kWidestText);
    const auto [found, is_new] = known_.try_emplace(
        {source.evidence, source.confidence, source.file, source.function, source.line.value_or(-1)},
        static_cast<uint32_t>(all_.size()));
    if (is_new) all_.push_back(std::move(source));
    return found->second;
  }

 private:
  using Key = std::tuple<CodeEvidence, Confidence, std::string, std::string, int64_t>;
  std::vector<CodeSource>& all_;
  std::map<Key, uint32_t> known_;
};

// Finds the source of a kernel, each kind of evidence worked out once.
class SourceFinder {
 public:
  SourceFinder(const Profile& profile, LaunchChains& chains, std::vector<CodeSource>& all)
      : profile_(profile),
        chains_(chains),
        launches_(profile.derived(build_launches)),
        attribution_(profile.derived(build_attribution)),
        ranges_(profile),
        sources_(all),
        of_innermost_(profile.nvtx().size(), kNoSource),
        of_label_(profile.derived(build_nvtx_labels).labels.size(), kNoSource) {}

  uint32_t of_kernel(uint32_t kernel) {
    const NameId name = profile_.kernels().name(kernel);
    const uint32_t call = launches_.of_kernel[kernel];
    if (chains_.any() && call != Launches::kNoCall)
      if (const uint32_t source = of_call(call, name); source != kNoSource) return source;
    const uint32_t innermost = attribution_.of_kernel[kernel];
    if (innermost == NvtxForest::kNoRange) return of_name(name);
    uint32_t& known = of_innermost_[innermost];
    if (known < kAsksTheName) return known;
    if (known == kAsksTheName) return of_name(name);
    const uint32_t best = best_range(innermost, call);
    const uint32_t source = best == NvtxForest::kNoRange ? kAsksTheName : of_range(best);
    // What lies around a start/end range is a matter of the call.
    if (!profile_.nvtx().is_start_end(innermost)) known = source;
    return source == kAsksTheName ? of_name(name) : source;
  }

  // As in AttributedCode.
  uint32_t event_of(uint32_t kernel, CodeEvidence evidence) {
    const uint32_t call = launches_.of_kernel[kernel];
    switch (evidence) {
      case CodeEvidence::call_chain:
      case CodeEvidence::sample:
        return call;
      case CodeEvidence::range_source:
      case CodeEvidence::range:
      case CodeEvidence::operator_:
        return best_range(attribution_.of_kernel[kernel], call);
      default:
        return kernel;
    }
  }

 private:
  static constexpr uint32_t kAsksTheName = kNoSource - 1;  // no label around it says anything

  uint32_t of_call(uint32_t call, NameId kernel) {
    if (const auto chain = chains_.backtrace(call))
      if (const uint32_t source = of_chain(*chain, kernel); source != kNoSource) return source;
    const auto chain = chains_.sample(call);
    return chain ? of_chain(*chain, kernel) : kNoSource;
  }

  // A start/end range lies in no tree: the push/pop ranges around the call are asked besides.
  uint32_t best_range(uint32_t innermost, uint32_t call) {
    if (innermost == NvtxForest::kNoRange) return innermost;
    const uint32_t best = ranges_.around(innermost);
    if (!profile_.nvtx().is_start_end(innermost)) return best;
    const auto& push_pop = profile_.derived(build_nvtx_enclosures).push_pop;
    const auto inner = push_pop.find(call);
    if (inner == push_pop.end() || inner->second == NvtxForest::kNoRange) return best;
    const uint32_t other = ranges_.around(inner->second);
    if (other == NvtxForest::kNoRange) return best;
    return best == NvtxForest::kNoRange || ranges_.worth_of_range(other) > ranges_.worth_of_range(best)
               ? other
               : best;
  }

  uint32_t of_chain(const LaunchChains::Chain& chain, NameId kernel) {
    const uint64_t key = uint64_t{kernel.value} << 33 | uint64_t{chain.id} << 1 | (chain.is_sample ? 1 : 0);
    const auto [known, is_new] = of_chain_.try_emplace(key, kNoSource);
    if (!is_new) return known->second;
    const auto own = own_frame(*chain.chains, chain.frames, profile_.text(kernel));
    if (!own) return kNoSource;
    const std::string_view symbol = chain.chains->text(chain.chains->symbol[own->at]);
    const std::string_view module = chain.chains->text(chain.chains->module[own->at]);
    CodeSource source;
    source.evidence = chain.is_sample ? CodeEvidence::sample : CodeEvidence::call_chain;
    source.confidence = own->is_package ? Confidence::medium : Confidence::high;
    source.function = symbol;
    if (const auto place = source_of_frame(symbol, module)) {
      source.file = place->file;
      source.line = place->line;
      if (!place->function.empty()) source.function = place->function;
    }
    source.seen = std::string(symbol) + " in " + std::string(file_name(module));
    return known->second = sources_.add(std::move(source));
  }

  uint32_t of_range(uint32_t range) {
    const LabelWorth worth = ranges_.worth_of_range(range);
    const bool names_file = worth == own_source || worth == of_package;
    // Lines are numbers, which labels are told apart without.
    uint32_t& known = names_file
                          ? of_text_.try_emplace(profile_.nvtx().text[range].value, kNoSource).first->second
                          : of_label_[ranges_.label(range)];
    if (known != kNoSource) return known;
    CodeSource source;
    source.seen =
        names_file ? profile_.text(profile_.nvtx().text[range]) : ranges_.text(ranges_.label(range));
    source.function = source.seen;
    source.confidence = worth == own_name ? Confidence::medium : Confidence::low;
    source.evidence = worth == own_name ? CodeEvidence::range : CodeEvidence::operator_;
    if (const auto place = names_file ? source_of_label(source.seen) : std::nullopt) {
      source.evidence = CodeEvidence::range_source;
      source.file = place->file;
      source.function = place->function;
      source.line = place->line;
      if (worth == own_source) source.confidence = place->line ? Confidence::high : Confidence::medium;
    }
    return known = sources_.add(std::move(source));
  }

  uint32_t of_name(NameId kernel) {
    const auto [known, is_new] = of_name_.try_emplace(kernel.value, kNoSource);
    if (!is_new) return known->second;
    const std::string_view name = profile_.text(kernel);
    CodeSource source;
    if (!name.empty() && origin_of_kernel(name) != KernelOrigin::library) {
      source.evidence = CodeEvidence::kernel_name;
      source.confidence = Confidence::low;
      source.function = qualified_name(name);
      source.seen = source.function;
    }
    return known->second = sources_.add(std::move(source));
  }

  const Profile& profile_;
  LaunchChains& chains_;
  const Launches& launches_;
  const Attribution& attribution_;
  BestRanges ranges_;
  Sources sources_;
  std::vector<uint32_t> of_innermost_;  // by NVTX row
  std::unordered_map<uint64_t, uint32_t> of_chain_;
  std::vector<uint32_t> of_label_;                  // by label, of those that name no file
  std::unordered_map<uint32_t, uint32_t> of_text_;  // of those that do
  std::unordered_map<uint32_t, uint32_t> of_name_;
};

// Which kernel names are asked for, by the code of `Kernels::names`.
std::vector<bool> wanted_names(const Profile& profile, std::string_view part) {
  std::vector<bool> wanted;
  for (const KernelName& name : profile.kernels().names.values)
    wanted.push_back(profile.text(name.full).find(part) != std::string_view::npos);
  return wanted;
}

}  // namespace

std::string_view name_of(CodeEvidence evidence) {
  switch (evidence) {
    case CodeEvidence::call_chain:
      return "call chain";
    case CodeEvidence::sample:
      return "CPU sample";
    case CodeEvidence::range_source:
      return "range with a file";
    case CodeEvidence::range:
      return "range";
    case CodeEvidence::operator_:
      return "operator range";
    case CodeEvidence::kernel_name:
      return "kernel name";
    case CodeEvidence::none:
      return "unattributed";
  }
  return "";
}

std::string_view name_of(Confidence confidence) {
  switch (confidence) {
    case Confidence::high:
      return "high";
    case Confidence::medium:
      return "medium";
    case Confidence::low:
      return "low";
    case Confidence::none:
      return "none";
  }
  return "";
}

Result<CodeAttribution> code_attribution_of(const Profile& profile, const Scope& scope,
                                            const CodeQuestion& question, const Work& work) {
  auto chains = LaunchChains::read(profile, work);
  if (!chains) return tl::unexpected(chains.error());
  CodeAttribution found;
  found.has_chains = chains->any();
  const Kernels& kernels = profile.kernels();
  const std::vector<bool> wanted = wanted_names(profile, question.name);
  SourceFinder finder(profile, *chains, found.sources);
  Dictionary<uint64_t> numbers;
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    if (!wanted[kernels.names.code[i]] || !scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    if (i % 65536 == 0 && work.cancel.cancelled()) return cancelled();
    const uint32_t source = finder.of_kernel(i);
    const NameId name = question.by_kernel_name ? kernels.name(i) : NameId();
    const uint32_t code = numbers.code(uint64_t{name.value} << 32 | source);
    if (code == found.parts.size())
      found.parts.push_back({name, source, i, finder.event_of(i, found.sources[source].evidence)});
    ++found.parts[code].kernels;
    found.parts[code].total += inside->length();
    found.total += inside->length();
    found.of_evidence[static_cast<size_t>(found.sources[source].evidence)] += inside->length();
  }
  return found;
}

}  // namespace nsys_ai
