// Looks up the location in the tables of target kinds and document kinds.
#include "features/documents/document_locations.h"

#include "features/documents/document_access.h"
#include "features/documents/document_kinds.h"
#include "features/documents/target_answers.h"
#include "features/documents/target_places.h"
#include "features/workspace/file_uri.h"
#include "view/targets/target.h"

namespace nsys_ai {

std::optional<DocumentLocation> place_of(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  if (!target) return std::nullopt;
  const auto place = answers_about(target->kind).place;
  return place != nullptr ? place(profile, *target, text) : std::nullopt;
}

std::optional<DocumentAddress> instances_of(const Profile& profile, std::string_view text) {
  const auto target = parse_target(text);
  return target ? instances_of(profile, *target) : std::nullopt;
}

std::optional<DocumentAddress> instances_of(const DocumentAddress& about) {
  const DocumentKind* kind = document_kind(about.kind);
  if (kind == nullptr || !kind->has_instances) return std::nullopt;
  return DocumentAddress{"instances", about.profile, about.item};
}

DocumentAddress subject_of_instances(const DocumentAddress& instances) {
  const bool kernel = instances.find("name") != nullptr;
  return {kernel ? "kernel" : "range", instances.profile, instances.item};
}

Result<lsp::Location> location_of(Session& session, const ProfilePtr& profile, const DocumentLocation& place,
                                  const Work& work) {
  if (place.mark.empty()) return lsp::Location{uri_of(place.address), {}};
  const auto document = document_at(session, profile, place.address, work);
  if (!document) return tl::unexpected(document.error());
  const Mark* mark = (*document)->find(place.mark);
  return lsp::Location{(*document)->uri, mark == nullptr ? lsp::Range{} : (*document)->range_of(*mark)};
}

std::optional<std::string> source_uri_of(std::string_view text) {
  const auto target = parse_target(text);
  if (!target || target->kind != TargetKind::source || !target->key.starts_with('/')) return std::nullopt;
  return uri_of_file(target->key);
}

}  // namespace nsys_ai
