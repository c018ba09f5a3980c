// Reads the rows of the NVTX table that name domains and categories.
#include "analysis/nvtx/nvtx_domains.h"

namespace nsys_ai {

std::string_view NvtxDomains::category(const Profile& profile, size_t event) const {
  const Nvtx& nvtx = profile.nvtx();
  const auto found = categories.find(
      {profile.threads()[nvtx.thread[event]].process, nvtx.domain[event], nvtx.category[event]});
  return found == categories.end() ? std::string_view() : found->second;
}

NvtxDomains build_nvtx_domains(const Profile& profile) {
  NvtxDomains domains;
  std::unordered_map<std::string, uint32_t> known = {{"", 0}};
  const Nvtx& nvtx = profile.nvtx();
  for (size_t i = 0; i < nvtx.size(); ++i) {
    if (nvtx.type[i] != Nvtx::kDomain && nvtx.type[i] != Nvtx::kCategory) continue;
    const ProcessIx process = profile.threads()[nvtx.thread[i]].process;
    if (nvtx.type[i] == Nvtx::kCategory) {
      domains.categories.try_emplace({process, nvtx.domain[i], nvtx.category[i]}, profile.nvtx_text(i));
      continue;
    }
    const auto [of, added] = known.try_emplace(profile.nvtx_text(i), static_cast<uint32_t>(known.size()));
    if (added) domains.texts.push_back(of->first);
    domains.numbers.emplace(uint64_t{process.value} << 32 | nvtx.domain[i], of->second);
  }
  return domains;
}

}  // namespace nsys_ai
