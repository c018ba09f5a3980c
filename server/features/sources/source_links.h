// From a source into the profile: the documents about a kernel or a label.
#pragma once

#include <vector>

#include "annotate/source_matches.h"
#include "features/documents/document_address.h"

namespace nsys_ai {

// The documents of all that a place of a source may mean, the largest first; at most eight.
std::vector<DocumentAddress> documents_of(const Profile& profile, const SourceMatch& match);

}  // namespace nsys_ai
