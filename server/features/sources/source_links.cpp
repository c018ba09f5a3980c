// Derives the documents from the targets of a match, as pages do.
#include "features/sources/source_links.h"

#include "analysis/kernels/kernel_stats.h"
#include "features/documents/document_locations.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxDocuments = 8;

}  // namespace

std::vector<DocumentAddress> documents_of(const Profile& profile, const SourceMatch& match) {
  std::vector<DocumentAddress> documents;
  const auto add = [&](const std::string& target) {
    if (documents.size() == kMaxDocuments) return;
    if (auto place = place_of(profile, target)) documents.push_back(std::move(place->address));
  };
  for (const uint32_t kernel : match.kernels)
    add(target_of_kernel_name(profile.derived(build_kernel_stats).by_total[kernel].name));
  for (const uint32_t label : match.labels) add(target_of_label(label));
  return documents;
}

}  // namespace nsys_ai
