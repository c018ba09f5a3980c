// Where each kind of target is told about, one function a kind or several; `place_of` of document_places.h
// finds them by the table of kinds.
#pragma once

#include <optional>
#include <string_view>

#include "features/documents/document_locations.h"
#include "view/targets/target.h"

namespace nsys_ai {

// `text` is the target as it was written. Nothing where it names nothing in the profile.
std::optional<DocumentLocation> event_place(const Profile& profile, const Target& target,
                                            std::string_view text);
std::optional<DocumentLocation> finding_place(const Profile& profile, const Target& target,
                                              std::string_view text);
std::optional<DocumentLocation> gap_place(const Profile& profile, const Target& target,
                                          std::string_view text);
// In the document of its like.
std::optional<DocumentLocation> instance_place(const Profile& profile, const Target& target,
                                               std::string_view text);
// That document as a whole.
std::optional<DocumentLocation> instances_place(const Profile& profile, const Target& target,
                                                std::string_view text);
std::optional<DocumentLocation> iteration_place(const Profile& profile, const Target& target,
                                                std::string_view text);
std::optional<DocumentLocation> kernel_name_place(const Profile& profile, const Target& target,
                                                  std::string_view text);
std::optional<DocumentLocation> nvtx_label_place(const Profile& profile, const Target& target,
                                                 std::string_view text);
// Where the overview tells of it.
std::optional<DocumentLocation> overview_place(const Profile& profile, const Target& target,
                                               std::string_view text);
std::optional<DocumentLocation> page_place(const Profile& profile, const Target& target,
                                           std::string_view text);
std::optional<DocumentLocation> ranges_place(const Profile& profile, const Target& target,
                                             std::string_view text);
std::optional<DocumentLocation> skill_place(const Profile& profile, const Target& target,
                                            std::string_view text);
std::optional<DocumentLocation> stream_place(const Profile& profile, const Target& target,
                                             std::string_view text);

// As `instances_of` of document_places.h.
std::optional<DocumentAddress> instances_of(const Profile& profile, const Target& target);

}  // namespace nsys_ai
