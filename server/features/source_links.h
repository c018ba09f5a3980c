// From a source into the profile: the documents that tell about a kernel or a label, and the lens that shows
// them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "annotate/source_matches.h"
#include "protocol/lsp_language.h"

namespace nsys_ai {

std::string uri_of_kernel(const Profile& profile, NameId name);
std::string uri_of_label(const Profile& profile, uint32_t label);
// The documents of all that a place of a source may mean, the largest first; at most eight.
std::vector<std::string> uris_of(const Profile& profile, const SourceMatch& match);

// A lens or a hint that shows a document when it is clicked.
lsp::Command show_document(std::string title, const std::string& uri);

}  // namespace nsys_ai
