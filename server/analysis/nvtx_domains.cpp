// Reads the rows of the NVTX table that name domains.
#include "analysis/nvtx_domains.h"

namespace nsys_ai {

NvtxDomains build_nvtx_domains(const Profile& profile) {
  NvtxDomains domains;
  const Nvtx& nvtx = profile.nvtx();
  for (size_t i = 0; i < nvtx.size(); ++i) {
    if (nvtx.type[i] != Nvtx::kDomain) continue;
    const ProcessIx process = profile.threads()[nvtx.thread[i]].process;
    domains.names.emplace(uint64_t{process.value} << 32 | nvtx.domain[i], nvtx.text[i]);
  }
  return domains;
}

}  // namespace nsys_ai
