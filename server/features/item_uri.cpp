// Writes addresses in one form, so that one thing has one address.
#include "features/item_uri.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/kernel_stats.h"
#include "analysis/kernels.h"
#include "analysis/nvtx_labels.h"
#include "features/generated_document.h"
#include "view/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kSlugLength = 40;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("-._~").find(c) != std::string_view::npos;
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text)
    encoded += is_plain(c) ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return encoded;
}

// Of the characters that need no encoding, and never empty.
std::string slug_of(std::string_view text) {
  std::string slug;
  for (const char c : text.substr(0, kSlugLength)) slug += is_plain(c) && c != '~' ? c : '_';
  return slug.empty() ? "item" : slug;
}

// Nothing when no kernel has the name.
std::optional<NameId> kernel_of(const Profile& profile, const Target& target) {
  for (const KernelStats& of : profile.derived(build_kernel_stats).by_total)
    if (int64_t{of.name.value} == target.number) return of.name;
  return std::nullopt;
}

std::optional<std::string> kernel_uri(std::string_view kind, const Profile& profile, const Target& target) {
  const auto name = kernel_of(profile, target);
  if (!name) return std::nullopt;
  const std::string_view text = profile.text(*name);
  return item_uri(kind, profile, base_name(text), {{"name", std::string(text)}});
}

}  // namespace

std::string item_uri(std::string_view kind, const Profile& profile, std::string_view slug,
                     const UriItems& items) {
  std::string uri = uri_of({std::string(kind), profile.info().path}) + "/" + slug_of(slug);
  char separator = '?';
  for (const auto& [name, value] : items) {
    uri += separator + percent_encoded(name) + "=" + percent_encoded(value);
    separator = '&';
  }
  return uri;
}

std::string finding_uri(const Profile& profile, const std::string& key) {
  return item_uri("finding", profile, key, {{"key", key}});
}

std::string skill_uri(const Profile& profile, const std::string& skill, const UriItems& params) {
  UriItems items{{"name", skill}};
  items.insert(items.end(), params.begin(), params.end());
  return item_uri("skill", profile, skill, items);
}

std::optional<std::string> explaining_uri(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  if (target->kind == TargetKind::finding) return finding_uri(profile, target->key);
  if (target->kind == TargetKind::kernel_name) return kernel_uri("kernel", profile, *target);
  if (target->kind != TargetKind::nvtx_label) return std::nullopt;
  const auto& labels = profile.derived(build_nvtx_labels).labels;
  if (target->number >= static_cast<int64_t>(labels.size())) return std::nullopt;
  const std::string& label = labels[static_cast<size_t>(target->number)].label;
  return item_uri("range", profile, label, {{"name", label}});
}

std::optional<std::string> instances_uri(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target || target->kind != TargetKind::kernel_name) return std::nullopt;
  return kernel_uri("instances", profile, *target);
}

}  // namespace nsys_ai
