// Compares names without classes, namespaces and arguments, which the two kinds write differently.
#include "analysis/host/chain_agreement.h"

#include <map>
#include <string>
#include <unordered_map>

#include "analysis/host/source_labels.h"
#include "analysis/host/user_frames.h"
#include "analysis/kernels/kernels.h"
#include "analysis/kernels/launch_chains.h"
#include "analysis/nvtx/nvtx_paths.h"

namespace nsys_ai {
namespace {

std::string_view last_part(std::string_view path, std::string_view separators) {
  const size_t at = path.find_last_of(separators);
  return at == std::string_view::npos ? path : path.substr(at + 1);
}

// Of `Mlp.forward(gpu.launch)`, `net::Mlp::forward` and `void net::Mlp::forward(float*)`: `forward`.
std::string function_name(std::string_view text) {
  const std::string base = base_name(text);
  const std::string_view name = std::string_view(base.empty() ? text : base).substr(0, base.find('('));
  return std::string(last_part(name, ".:"));
}

std::string name_in_label(std::string_view function) {
  return std::string(last_part(function.substr(0, function.find('(')), ".:"));
}

class Comparison {
 public:
  explicit Comparison(const Profile& profile) : profile_(profile) {}

  const std::optional<SourceLocation>& of_range(uint32_t range) {
    const auto [known, is_new] = of_range_.try_emplace(range);
    if (is_new) {
      known->second = source_of_label(profile_.nvtx_text(range));
      if (known->second && (!known->second->line || known->second->function.empty())) known->second.reset();
    }
    return known->second;
  }

  static bool agree(const LaunchChains::Chain& chain, const SourceLocation& place) {
    const std::string wanted = name_in_label(place.function);
    const std::string_view file = last_part(place.file, "/\\");
    for (size_t at = chain.frames.begin; at < chain.frames.end; ++at) {
      const std::string_view symbol = chain.chains->text(chain.chains->symbol[at]);
      const auto frame = source_of_frame(symbol, chain.chains->text(chain.chains->module[at]));
      if (frame && last_part(frame->file, "/\\") != file) continue;
      const std::string_view function = frame && !frame->function.empty() ? frame->function : symbol;
      if (function == wanted || function_name(function) == wanted) return true;
    }
    return false;
  }

 private:
  const Profile& profile_;
  std::unordered_map<uint32_t, std::optional<SourceLocation>> of_range_;
};

}  // namespace

Result<ChainAgreement> chain_agreement(const Profile& profile, const Scope& scope, const Work& work) {
  ChainAgreement found;
  const auto chains = LaunchChains::read(profile, work);
  if (!chains) return tl::unexpected(chains.error());
  if (!chains->any()) return found;
  Comparison comparison(profile);
  const Launches& launches = profile.derived(build_launches);
  const NvtxEnclosures& around = profile.derived(build_nvtx_enclosures);
  const Kernels& kernels = profile.kernels();
  for (uint32_t i = 0; i < kernels.size(); ++i) {
    if (i % 65536 == 0 && work.cancel.cancelled()) return cancelled();
    const auto inside = scope.has(kernels.stream[i]) ? scope.clip(kernels.interval(i)) : std::nullopt;
    const uint32_t call = launches.of_kernel[i];
    if (!inside || call == Launches::kNoCall) continue;
    const auto chain = chains->backtrace(call);
    if (!chain || !user_frame(*chain->chains, chain->frames, profile.text(kernels.name(i)))) continue;
    std::optional<SourceLocation> innermost;
    around.each({OperationNumbers::kernel, i}, [&](uint32_t range) {
      if (!innermost) innermost = comparison.of_range(range);
    });
    if (!innermost) continue;
    found.both += inside->duration();
    if (Comparison::agree(*chain, *innermost))
      found.agree += inside->duration();
    else if (!found.contrary)
      found.contrary = i;
  }
  return found;
}

}  // namespace nsys_ai
