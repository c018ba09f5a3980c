// Names stand in the query, percent-encoded; the segment before it is for people who tell tabs apart.
#include "features/source_links.h"

#include <algorithm>

#include "analysis/kernel_stats.h"
#include "analysis/kernels.h"
#include "analysis/nvtx_labels.h"
#include "features/file_uri.h"
#include "features/generated_document.h"

namespace nsys_ai {
namespace {

constexpr size_t kLongestSegment = 40;
constexpr size_t kMostDocuments = 8;

std::string segment_of(std::string_view name) {
  std::string segment;
  for (const char c : name.substr(0, kLongestSegment)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '.' || c == '_' || c == '-';
    segment += plain ? c : '_';
  }
  return segment.empty() ? "_" : segment;
}

std::string uri_of_item(const Profile& profile, std::string_view kind, std::string_view segment,
                        std::string_view item, std::string_view name) {
  return uri_of({std::string(kind), profile.info().path}) + "/" + segment_of(segment) + "?" +
         std::string(item) + "=" + percent_encoded(name, "");
}

}  // namespace

std::string uri_of_kernel(const Profile& profile, NameId name) {
  const std::string_view text = profile.text(name);
  return uri_of_item(profile, "kernel", base_name(text), "name", text);
}

std::string uri_of_label(const Profile& profile, uint32_t label) {
  const std::string& text = profile.derived(build_nvtx_labels).labels[label].label;
  return uri_of_item(profile, "range", text, "label", text);
}

std::vector<std::string> uris_of(const Profile& profile, const SourceMatch& match) {
  std::vector<std::string> uris;
  for (const uint32_t kernel : match.kernels)
    if (uris.size() < kMostDocuments)
      uris.push_back(uri_of_kernel(profile, profile.derived(build_kernel_stats).by_total[kernel].name));
  for (const uint32_t label : match.labels)
    if (uris.size() < kMostDocuments) uris.push_back(uri_of_label(profile, label));
  return uris;
}

lsp::Command show_document(std::string title, const std::string& uri) {
  Json argument = Json::object();
  argument.set("uri", uri);
  return {std::move(title), "nsys-ai.showDocument", std::vector<Json>{std::move(argument)}};
}

}  // namespace nsys_ai
