// Reads the rows of the NVTX table that name domains.
#include "analysis/nvtx/nvtx_domains.h"

namespace nsys_ai {

NvtxDomains build_nvtx_domains(const Profile& profile) {
  NvtxDomains domains;
  std::unordered_map<std::string, uint32_t> known = {{"", 0}};
  const Nvtx& nvtx = profile.nvtx();
  for (size_t i = 0; i < nvtx.size(); ++i) {
    if (nvtx.type[i] != Nvtx::kDomain) continue;
    const ProcessIx process = profile.threads()[nvtx.thread[i]].process;
    const auto [of, added] = known.try_emplace(profile.nvtx_text(i), static_cast<uint32_t>(known.size()));
    if (added) domains.texts.push_back(of->first);
    domains.numbers.emplace(uint64_t{process.value} << 32 | nvtx.domain[i], of->second);
  }
  return domains;
}

}  // namespace nsys_ai
