// Where each kind of target is told about, one function a kind or several; `place_of` of document_places.h
// finds them by the table of kinds.
#pragma once

#include <optional>
#include <string_view>

#include "features/document_places.h"
#include "view/target.h"

namespace nsys_ai {

// `text` is the target as it was written. Nothing where it names nothing in the profile.
std::optional<DocumentPlace> event_place(const Profile& profile, const Target& target, std::string_view text);
std::optional<DocumentPlace> finding_place(const Profile& profile, const Target& target,
                                           std::string_view text);
std::optional<DocumentPlace> gap_place(const Profile& profile, const Target& target, std::string_view text);
// In the document of its like.
std::optional<DocumentPlace> instance_place(const Profile& profile, const Target& target,
                                            std::string_view text);
// That document as a whole.
std::optional<DocumentPlace> instances_place(const Profile& profile, const Target& target,
                                             std::string_view text);
std::optional<DocumentPlace> iteration_place(const Profile& profile, const Target& target,
                                             std::string_view text);
std::optional<DocumentPlace> kernel_name_place(const Profile& profile, const Target& target,
                                               std::string_view text);
std::optional<DocumentPlace> nvtx_label_place(const Profile& profile, const Target& target,
                                              std::string_view text);
// Where the overview tells of it.
std::optional<DocumentPlace> overview_place(const Profile& profile, const Target& target,
                                            std::string_view text);
std::optional<DocumentPlace> ranges_place(const Profile& profile, const Target& target,
                                          std::string_view text);
std::optional<DocumentPlace> skill_place(const Profile& profile, const Target& target, std::string_view text);
std::optional<DocumentPlace> stream_place(const Profile& profile, const Target& target,
                                          std::string_view text);

// As `instances_of` of document_places.h.
std::optional<DocumentAddress> instances_of(const Profile& profile, const Target& target);

}  // namespace nsys_ai
