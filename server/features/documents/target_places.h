// Finds the document location of a target, with one function for one or several kinds; `place_of` of
// document_locations.h chooses the function from the table of kinds.
#pragma once

#include <optional>
#include <string_view>

#include "features/documents/document_locations.h"
#include "view/targets/target.h"

namespace nsys_ai {

// `text` is the target as a client wrote it. Returns nullopt if it names nothing in the profile.
std::optional<DocumentLocation> event_place(const Profile& profile, const Target& target,
                                            std::string_view text);
std::optional<DocumentLocation> finding_place(const Profile& profile, const Target& target,
                                              std::string_view text);
std::optional<DocumentLocation> gap_place(const Profile& profile, const Target& target,
                                          std::string_view text);
// A location in the document of the event's kernel or label.
std::optional<DocumentLocation> instance_place(const Profile& profile, const Target& target,
                                               std::string_view text);
// The entire document of instances.
std::optional<DocumentLocation> instances_place(const Profile& profile, const Target& target,
                                                std::string_view text);
std::optional<DocumentLocation> iteration_place(const Profile& profile, const Target& target,
                                                std::string_view text);
std::optional<DocumentLocation> kernel_name_place(const Profile& profile, const Target& target,
                                                  std::string_view text);
std::optional<DocumentLocation> nvtx_label_place(const Profile& profile, const Target& target,
                                                 std::string_view text);
// A location in the overview.
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

// Like `instances_of` of document_locations.h.
std::optional<DocumentAddress> instances_of(const Profile& profile, const Target& target);

}  // namespace nsys_ai
