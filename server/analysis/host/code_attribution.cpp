// Scans the kernels once. Call chains and names are evaluated once each, and ranges once per profile.
#include "analysis/host/code_attribution.h"

#include <unordered_map>

#include "analysis/host/source_labels.h"
#include "analysis/host/user_frames.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/launch_chains.h"
#include "analysis/nvtx/capture_ranges.h"
#include "analysis/nvtx/range_sources.h"
#include "profile/dictionary.h"
#include "profile/order.h"

namespace nsys_ai {
namespace {

constexpr uint32_t kNoSource = UINT32_MAX;

std::string_view file_name(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// Finds the source of a kernel and caches each kind of evidence. Sources of ranges keep their numbers; others
// follow them.
class SourceFinder {
 public:
  SourceFinder(const Profile& profile, LaunchChains& chains, const CaptureRanges& captured, bool lines_first)
      : profile_(profile),
        lines_first_(lines_first),
        chains_(chains),
        captured_(captured),
        launches_(profile.derived(build_launches)),
        attribution_(profile.derived(build_attribution)),
        forest_(profile.derived(build_nvtx_forest)),
        ranges_(profile.derived(build_range_sources)),
        of_name_(profile.kernels().names.values.size(), kNoSource) {}

  uint32_t of_kernel(uint32_t kernel) {
    if (captured_.any())
      if (const uint32_t source = of_capture(kernel); source != kNoSource) return source;
    const uint32_t range = lines_first_ ? of_range(kernel) : RangeSources::kNothing;
    if (range != RangeSources::kNothing && ranges_.sources[range].line) return range;
    if (chains_.any())
      if (const uint32_t call = launches_.of_kernel[kernel]; call != Launches::kNoCall)
        if (const uint32_t source = of_call(call, kernel); source != kNoSource) return source;
    const uint32_t source = of_range(kernel);
    return source == RangeSources::kNothing ? of_name(kernel) : source;
  }

  const CodeSource& operator[](uint32_t source) const {
    return source < ranges_.sources.size() ? ranges_.sources[source]
                                           : others_.all()[source - ranges_.sources.size()];
  }

  // The event of AttributedCode.
  uint32_t event_of(uint32_t kernel, uint32_t source) const {
    const uint32_t call = launches_.of_kernel[kernel];
    if (source >= ranges_.sources.size() && is_captured_[source - ranges_.sources.size()])
      return captured_.of_kernel(profile_, kernel);
    switch ((*this)[source].evidence) {
      case CodeEvidence::call_chain:
      case CodeEvidence::sample:
        return call;
      case CodeEvidence::range_source:
      case CodeEvidence::range:
      case CodeEvidence::operator_:
        return best_range_around(profile_, kernel);
      default:
        return kernel;
    }
  }

 private:
  uint32_t add(CodeSource source, bool is_captured = false) {
    const uint32_t at = others_.add(std::move(source));
    if (at == is_captured_.size()) is_captured_.push_back(is_captured);
    return static_cast<uint32_t>(ranges_.sources.size()) + at;
  }

  uint32_t of_range(uint32_t kernel) const {
    const uint32_t innermost = attribution_.of_kernel[kernel];
    if (innermost == NvtxForest::kNoRange) return RangeSources::kNothing;
    if (!forest_.crosses(profile_.nvtx().thread[innermost])) return ranges_.of_range[innermost];
    const uint32_t best = best_range_around(profile_, kernel);
    return best == NvtxForest::kNoRange ? RangeSources::kNothing : ranges_.of_range[best];
  }

  // The range around the capture of a graph's node names what a range around its replay cannot.
  uint32_t of_capture(uint32_t kernel) {
    const uint32_t range = captured_.of_kernel(profile_, kernel);
    if (range == NvtxForest::kNoRange || ranges_.of_range[range] == RangeSources::kNothing) return kNoSource;
    const auto [known, is_new] = of_capture_.try_emplace(ranges_.of_range[range], kNoSource);
    if (is_new) {
      CodeSource source = ranges_.sources[known->first];
      source.seen += ", around the capture of the graph";
      known->second = add(std::move(source), true);
    }
    return known->second;
  }

  uint32_t of_call(uint32_t call, uint32_t kernel) {
    const NameId name = profile_.kernels().name(kernel);
    if (const auto chain = chains_.backtrace(call))
      if (const uint32_t source = of_chain(*chain, name); source != kNoSource) return source;
    const auto chain = chains_.sample(call);
    return chain ? of_chain(*chain, name) : kNoSource;
  }

  uint32_t of_chain(const LaunchChains::Chain& chain, NameId kernel) {
    const uint64_t key = uint64_t{kernel.value} << 33 | uint64_t{chain.id} << 1 | (chain.is_sample ? 1 : 0);
    const auto [known, is_new] = of_chain_.try_emplace(key, kNoSource);
    if (!is_new) return known->second;
    const auto own = user_frame(*chain.chains, chain.frames, profile_.text(kernel));
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
    return known->second = add(std::move(source));
  }

  uint32_t of_name(uint32_t kernel) {
    uint32_t& known = of_name_[profile_.kernels().names.code[kernel]];
    if (known != kNoSource) return known;
    const std::string_view name = profile_.text(profile_.kernels().name(kernel));
    CodeSource source;
    if (!name.empty() && origin_of_kernel(name) != KernelOrigin::library) {
      source.evidence = CodeEvidence::kernel_name;
      source.confidence = Confidence::low;
      source.function = qualified_name(name);
      source.seen = source.function;
    }
    return known = add(std::move(source));
  }

  const Profile& profile_;
  bool lines_first_;
  LaunchChains& chains_;
  const CaptureRanges& captured_;
  const Launches& launches_;
  const Attribution& attribution_;
  const NvtxForest& forest_;
  const RangeSources& ranges_;
  CodeSources others_;
  std::vector<bool> is_captured_;  // indexed by source in `others_`
  std::unordered_map<uint32_t, uint32_t> of_capture_;
  std::unordered_map<uint64_t, uint32_t> of_chain_;
  std::vector<uint32_t> of_name_;  // indexed by the code of `Kernels::names`
};

// Keeps the sources that parts refer to, renumbered, and sums the parts.
void collect_sources(const SourceFinder& finder, CodeAttribution& found) {
  std::unordered_map<uint32_t, uint32_t> kept;
  for (AttributedCode& part : found.parts) {
    const auto [place, is_new] = kept.try_emplace(part.source, static_cast<uint32_t>(found.sources.size()));
    if (is_new) found.sources.push_back(finder[part.source]);
    part.source = place->second;
    found.total += part.total;
    found.of_evidence[static_cast<size_t>(found.sources[part.source].evidence)] += part.total;
  }
}

// Which kernel names are requested, by the code of `Kernels::names`.
std::vector<bool> wanted_names(const Profile& profile, std::string_view part) {
  std::vector<bool> wanted;
  for (const KernelName& name : profile.kernels().names.values)
    wanted.push_back(profile.text(name.full).find(part) != std::string_view::npos);
  return wanted;
}

}  // namespace

Result<CodeAttribution> code_attribution_of(const Profile& profile, const Scope& scope,
                                            const CodeQuestion& question, const Work& work) {
  auto chains = LaunchChains::read(profile, work);
  if (!chains) return tl::unexpected(chains.error());
  CodeAttribution found;
  found.has_chains = chains->any();
  const Kernels& kernels = profile.kernels();
  const std::vector<bool> wanted = wanted_names(profile, question.name);
  const auto captured = CaptureRanges::read(profile, work);
  if (!captured) return tl::unexpected(captured.error());
  SourceFinder finder(profile, *chains, *captured, question.lines_first);
  Dictionary<uint64_t> numbers;
  if (question.each_kernel) found.part_of.assign(kernels.size(), CodeAttribution::kOutside);
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    if (i % 65536 == 0 && work.cancel.cancelled()) return cancelled();
    if (!wanted[kernels.names.code[i]] || !scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    const uint32_t source = finder.of_kernel(i);
    const NameId name = question.by_kernel_name ? kernels.name(i) : NameId();
    const uint32_t code = numbers.code(uint64_t{name.value} << 32 | source);
    if (code == found.parts.size())
      found.parts.push_back({name, source, i, finder.event_of(i, source)});
    if (question.each_kernel) found.part_of[i] = code;
    ++found.parts[code].kernels;
    found.parts[code].total += inside->duration();
  }
  collect_sources(finder, found);
  return found;
}

}  // namespace nsys_ai
