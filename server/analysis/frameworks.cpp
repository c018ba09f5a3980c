// A table of what only one framework writes.
#include "analysis/frameworks.h"

#include <algorithm>
#include <array>

#include "analysis/nvtx/nvtx_labels.h"

namespace nsys_ai::inline analysis {
namespace {

struct FrameworkSign {
  Framework framework;
  std::string_view name;
  std::array<std::string_view, 2> kernels;  // parts of their names
  std::array<std::string_view, 2> ranges;   // beginnings of their labels
};
constexpr std::array kFrameworkSigns{
    FrameworkSign{Framework::pytorch, "PyTorch", {"at::native::", "c10::"}, {"aten::", "autograd::"}}};

bool shows(const Profile& profile, const FrameworkSign& sign) {
  for (const KernelName& name : profile.kernels().names.values)
    for (const std::string_view part : sign.kernels)
      if (profile.text(name.full).find(part) != std::string_view::npos) return true;
  for (const std::string& label : profile.derived(build_template_labels).labels)
    for (const std::string_view beginning : sign.ranges)
      if (label.starts_with(beginning)) return true;
  return false;
}

}  // namespace

std::string_view name_of(Framework framework) {
  for (const FrameworkSign& sign : kFrameworkSigns)
    if (sign.framework == framework) return sign.name;
  return "";
}

Frameworks build_frameworks(const Profile& profile) {
  Frameworks frameworks;
  for (const FrameworkSign& sign : kFrameworkSigns)
    if (shows(profile, sign)) frameworks.found.push_back(sign.framework);
  return frameworks;
}

}  // namespace nsys_ai::inline analysis
