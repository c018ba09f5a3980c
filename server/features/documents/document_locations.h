// Where a target is described: its document, and the location in it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/work.h"
#include "features/documents/virtual_document.h"

namespace nsys_ai {

struct Session;

struct DocumentLocation {
  DocumentAddress address;
  std::string mark = {};  // the target whose first mark is the place; empty for the document as a whole
};

// Nothing where the target names nothing in the profile, or a file of source code.
std::optional<DocumentLocation> place_of(const Profile& profile, std::string_view target);

// All runs of the kernel, or all ranges of the label, that a target or one event of it names.
std::optional<DocumentAddress> instances_of(const Profile& profile, std::string_view target);
// The same of what a document is about.
std::optional<DocumentAddress> instances_of(const DocumentAddress& about);
// The kernel or the label that a document of instances is about.
DocumentAddress subject_of_instances(const DocumentAddress& instances);

// The line of that place, in a document that is made for it.
Result<lsp::Location> location_of(Session& session, const ProfilePtr& profile, const DocumentLocation& place,
                                  const Work& work);

// The file of a target that names source code, where it stands with its whole path. Nothing is looked up: the
// name is untrusted, and the editor opens it only when a person asks.
std::optional<std::string> source_uri_of(std::string_view target);

}  // namespace nsys_ai
