// Finds the document that describes a target, and the location in it.
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
  std::string mark = {};  // the location is the first mark of this target; empty for the entire document
};

// Returns nullopt if the target names a source file, or nothing in the profile.
std::optional<DocumentLocation> place_of(const Profile& profile, std::string_view target);

// The document of all runs of a kernel or all ranges of a label. The target names the kernel, the label, or
// one event of either.
std::optional<DocumentAddress> instances_of(const Profile& profile, std::string_view target);
// The same for the item of a document.
std::optional<DocumentAddress> instances_of(const DocumentAddress& about);
// The kernel or label whose instances a document lists.
DocumentAddress subject_of_instances(const DocumentAddress& instances);

// The line of a location. Makes the document to find it.
Result<lsp::Location> location_of(Session& session, const ProfilePtr& profile, const DocumentLocation& place,
                                  const Work& work);

// The file URI of a target that names source code by an absolute path. The path is untrusted and this
// function does not access the file: the editor opens it only when a person asks for it.
std::optional<std::string> source_uri_of(std::string_view target);

}  // namespace nsys_ai
