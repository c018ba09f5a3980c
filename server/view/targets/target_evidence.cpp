// Names as the profile has them.
#include "view/targets/target_evidence.h"

#include "view/pages/overview.h"

namespace nsys_ai {

std::string gap_evidence(const Profile& profile, const Target& target) {
  if (target.number >= static_cast<int64_t>(profile.devices().size())) return "";
  return "idle on " + device_name(profile, DeviceIx(static_cast<size_t>(target.number)));
}

std::string kernel_evidence(const Profile& profile, const Target& target) {
  const size_t at = profile.kernels().row.find(target.number);
  return at < profile.kernels().size() ? std::string(profile.text(profile.kernels().name(at))) : "";
}

std::string nvtx_evidence(const Profile& profile, const Target& target) {
  const size_t at = profile.nvtx().row.find(target.number);
  return at < profile.nvtx().size() ? profile.nvtx_text(at) : "";
}

}  // namespace nsys_ai
