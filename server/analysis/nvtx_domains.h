// The names of NVTX domains. Numbers of domains are those of one process.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "profile/profile.h"

namespace nsys_ai {

// Build with `profile.derived(build_nvtx_domains)`.
struct NvtxDomains {
  std::unordered_map<uint64_t, NameId> names;  // by process and number

  // The empty text where none was recorded; the default domain 0 has no name.
  NameId name(ProcessIx process, uint32_t domain) const {
    const auto found = names.find(uint64_t{process.value} << 32 | domain);
    return found == names.end() ? NameId() : found->second;
  }
};
NvtxDomains build_nvtx_domains(const Profile& profile);

}  // namespace nsys_ai
