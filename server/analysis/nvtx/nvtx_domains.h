// The names of NVTX domains and of their categories. Their numbers are specific to a process.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "profile/profile.h"

namespace nsys_ai {

// Build with `profile.derived(build_nvtx_domains)`.
struct NvtxDomains {
  std::vector<std::string> texts = {""};           // distinct names of domains
  std::unordered_map<uint64_t, uint32_t> numbers;  // index in `texts`, keyed by process and number
  // Keyed by process, domain and number.
  std::map<std::tuple<ProcessIx, uint32_t, int64_t>, std::string> categories;

  // Domains of several processes can have the same name. The name of an unknown domain is empty, like that of
  // the default domain.
  uint32_t number(ProcessIx process, uint32_t domain) const {
    const auto found = numbers.find(uint64_t{process.value} << 32 | domain);
    return found == numbers.end() ? 0 : found->second;
  }
  std::string_view name(ProcessIx process, uint32_t domain) const { return texts[number(process, domain)]; }
  // The name of the category of an event; empty where it has none.
  std::string_view category(const Profile& profile, size_t event) const;
};
NvtxDomains build_nvtx_domains(const Profile& profile);

}  // namespace nsys_ai
