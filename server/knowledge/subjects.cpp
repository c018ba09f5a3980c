// Subjects are words: the subjects of a page are compared with those of the run.
#include "knowledge/subjects.h"

#include <algorithm>
#include <array>
#include <set>

#include "analysis/frameworks.h"
#include "analysis/kernels/graph_use.h"
#include "analysis/kernels/kernels.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kGraphs = "CUDA graphs";

struct Generation {
  int64_t compute_major;
  std::string_view name;
};
constexpr std::array kGenerations = {Generation{9, "Hopper"}, Generation{10, "Blackwell"},
                                     Generation{12, "Blackwell"}};

bool launches_graphs(const Profile& profile) {
  const GraphUses uses = graph_uses(profile, Scope::whole(profile));
  return !uses.graphs.empty() ||
         std::ranges::any_of(uses.launch_calls, [](int64_t launches) { return launches > 0; });
}

template <class Takes>
std::vector<const KnowledgePage*> pages_that(Takes takes) {
  std::vector<const KnowledgePage*> pages;
  for (const KnowledgePage& page : knowledge_pages())
    if (takes(page)) pages.push_back(&page);
  return pages;
}

bool is_about(const KnowledgePage& page, const Subjects& subjects) {
  return std::ranges::any_of(page.about, [&](const std::string& of) {
    return std::ranges::binary_search(subjects.found, std::string_view(of));
  });
}

bool explains(const KnowledgePage& page, std::string_view cause) {
  return std::ranges::any_of(page.claims, [&](const KnowledgeClaim& claim) {
    return std::ranges::find(claim.causes, cause) != claim.causes.end();
  });
}

}  // namespace

Subjects build_subjects(const Profile& profile) {
  std::set<std::string_view> found;
  for (const Framework of : profile.derived(build_frameworks).found) found.insert(name_of(of));
  const KernelFamilies& families = profile.derived(build_kernel_families);
  for (const KernelName& name : profile.kernels().names.values)
    if (const auto library = families.library_of(name.full); !library.empty()) found.insert(library);
  if (launches_graphs(profile)) found.insert(kGraphs);
  for (const Device& device : profile.devices())
    for (const auto& [major, name] : kGenerations)
      if (device.gpu.exists() && profile.gpus()[device.gpu].compute_major == major) found.insert(name);
  return {{found.begin(), found.end()}};
}

bool is_subject(std::string_view name) {
  const auto bears = [&](const auto& of) { return name_of(of) == name; };
  if (std::ranges::any_of(all_frameworks(), bears)) return true;
  for (size_t i = 0; i < kKernelLibraries; ++i)
    if (bears(static_cast<KernelLibrary>(i))) return true;
  return name == kGraphs || std::ranges::find(kGenerations, name, &Generation::name) != kGenerations.end();
}

std::vector<const KnowledgePage*> pages_of_cause(const Profile& profile, std::string_view cause) {
  const Subjects& subjects = profile.derived(build_subjects);
  return pages_that(
      [&](const KnowledgePage& page) { return explains(page, cause) && is_about(page, subjects); });
}

std::vector<const KnowledgePage*> pages_of_kernel(const Profile& profile, NameId name) {
  const std::string_view library = profile.derived(build_kernel_families).library_of(name);
  return pages_that(
      [&](const KnowledgePage& page) { return std::ranges::find(page.about, library) != page.about.end(); });
}

}  // namespace nsys_ai
