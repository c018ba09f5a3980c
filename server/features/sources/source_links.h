// Links from a source file to the documents about its kernels and labels.
#pragma once

#include <vector>

#include "annotate/source_matches.h"
#include "features/documents/document_address.h"

namespace nsys_ai {

// The documents of all kernels or labels that a name in a source may mean, longest total time first; at most
// eight.
std::vector<DocumentAddress> documents_of(const Profile& profile, const SourceMatch& match);

}  // namespace nsys_ai
