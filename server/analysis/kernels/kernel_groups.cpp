// One counting sort by group; the facts of a group are derived from the totals of its names.
#include "analysis/kernels/kernel_groups.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "analysis/kernels/kernel_stats.h"

namespace nsys_ai {
namespace {

struct NameTotal {
  int64_t kernels = 0;
  Sum total{};
};

void set_common_facts(const KernelFamilies& families, const std::vector<NameId>& names, KernelGroup& group) {
  for (const NameId name : names) {
    const std::string_view library = families.library_of(name);
    const std::string_view format = families.format_of(name);
    if (name == names.front()) {
      group.library = library;
      group.number_format = format;
    } else {
      if (group.library != library) group.library = {};
      if (group.number_format != format) group.number_format = {};
    }
  }
}

// By code of the kernel names. Codes with the same full name are merged under it first.
void describe_groups(const Profile& profile, const KernelGroupCodes& codes,
                     const std::vector<NameTotal>& of_code, std::vector<KernelGroup>& groups) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  const auto& names = profile.kernels().names.values;
  std::vector<std::array<Sum, static_cast<size_t>(KernelFamily::other) + 1>> by_family(groups.size());
  std::vector<std::vector<NameId>> full(groups.size());
  for (size_t code = 0; code < names.size(); ++code) {
    if (of_code[code].kernels == 0) continue;
    const uint32_t group = codes.of_code[code];
    full[group].push_back(names[code].full);
    // Adds one to the time, so that a group of kernels without duration has a family too.
    Sum& time = by_family[group][static_cast<size_t>(families.of(names[code].full))];
    time += of_code[code].total;
    time += 1;
  }
  for (size_t group = 0; group < groups.size(); ++group) {
    const auto most = std::max_element(by_family[group].begin(), by_family[group].end());
    groups[group].family = static_cast<KernelFamily>(most - by_family[group].begin());
    std::sort(full[group].begin(), full[group].end());
    full[group].erase(std::unique(full[group].begin(), full[group].end()), full[group].end());
    groups[group].names = static_cast<int64_t>(full[group].size());
    set_common_facts(families, full[group], groups[group]);
  }
}

std::vector<KernelGroup> groups_of_names(const Profile& profile, const Scope& scope) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  std::vector<KernelGroup> groups;
  for (const KernelStats& stats : kernel_stats(profile, scope))
    groups.push_back({stats, profile.text(stats.name), families.of(stats.name), 1,
                      families.library_of(stats.name), families.format_of(stats.name)});
  return groups;
}

}  // namespace

KernelGroupCodes kernel_group_codes(const Profile& profile, KernelGrouping grouping) {
  const KernelFamilies& families = profile.derived(build_kernel_families);
  KernelGroupCodes codes;
  std::unordered_map<std::string_view, uint32_t> groups;
  for (const KernelName& name : profile.kernels().names.values) {
    std::string_view text = profile.text(grouping == KernelGrouping::short_name ? name.brief : name.full);
    if (grouping == KernelGrouping::family) text = name_of(families.of(name.full));
    if (grouping == KernelGrouping::library) text = name_of(families.facts_of(name.full).library.value);
    const auto [group, is_new] = groups.emplace(text, static_cast<uint32_t>(codes.names.size()));
    if (is_new) codes.names.push_back(text);
    codes.of_code.push_back(group->second);
  }
  return codes;
}

std::vector<KernelGroup> kernel_groups(const Profile& profile, const Scope& scope, KernelGrouping grouping) {
  // Full names are requested most often, so their groups are cached.
  if (grouping == KernelGrouping::name) return groups_of_names(profile, scope);
  const Kernels& kernels = profile.kernels();
  const KernelGroupCodes codes = kernel_group_codes(profile, grouping);
  DurationGroups durations =
      grouped_durations(codes.names.size(), kernels.size(), [&](size_t i, size_t to, auto visit) {
        for (; i < to; ++i) {
          if (!scope.has(kernels.stream[i])) continue;
          if (const auto inside = scope.clip(kernels.interval(i)))
            visit(codes.of_code[kernels.names.code[i]], inside->duration());
        }
      });
  std::vector<NameTotal> of_code(kernels.names.values.size());
  for (size_t i = 0; i < kernels.size(); ++i) {
    if (!scope.has(kernels.stream[i])) continue;
    const auto inside = scope.clip(kernels.interval(i));
    if (!inside) continue;
    ++of_code[kernels.names.code[i]].kernels;
    of_code[kernels.names.code[i]].total += inside->duration();
  }
  std::vector<KernelGroup> groups;
  for (const DurationStats& stats : stats_of_groups(durations))
    groups.push_back({stats, codes.names[groups.size()]});
  describe_groups(profile, codes, of_code, groups);
  std::erase_if(groups, [](const KernelGroup& group) { return group.calls == 0; });
  std::sort(groups.begin(), groups.end(), [](const KernelGroup& a, const KernelGroup& b) {
    if (a.total != b.total) return a.total > b.total;
    return a.name < b.name;
  });
  return groups;
}

}  // namespace nsys_ai
