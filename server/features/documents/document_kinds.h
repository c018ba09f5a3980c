// The table of document kinds: what each kind requires in its address, and how the server makes its page.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/work.h"
#include "features/documents/document_address.h"
#include "profile/profile.h"
#include "view/pages/page.h"

namespace nsys_ai {

struct Session;

struct PageRequest {
  Session& session;
  const ProfilePtr& profile;
  const DocumentAddress& address;
  const Work& work;
};

struct DocumentKind {
  std::string_view name;  // the first part of an address
  // The address must contain one of these parts; examples use the first. Empty for documents about the entire
  // profile.
  std::array<std::string_view, 2> needs = {};
  Result<Page> (*make)(const PageRequest&);
  // Identifies the inputs of the document that may change while its profile does not; null if there are none.
  std::string (*version)(Session&, const DocumentAddress&) = nullptr;
  bool has_instances = false;  // whether a document of instances exists for the same item
  bool has_findings = false;   // whether the document shows findings as diagnostics
};

// All kinds, sorted by name.
std::span<const DocumentKind> document_kinds();
// Null if no kind has that name.
const DocumentKind* document_kind(std::string_view name);

// The address of the document with the answer that the view `ask` shows for these parameters.
DocumentAddress address_of_ask_view(const Profile& profile, const ViewParams& params);
// The address of the document with the comparison that the view `compare` shows for these parameters.
DocumentAddress address_of_compare_view(const Profile& profile, const ViewParams& params);
// The address of the document with the answer that the view `skill` shows for these parameters.
DocumentAddress address_of_skill_view(const Profile& profile, const ViewParams& params);

// The page at an address. Fails on cancellation, and if the profile contains nothing of that name; the error
// then lists similar names.
Result<Page> make_page(Session& session, const ProfilePtr& profile, const DocumentAddress& address,
                       const Work& work);

// The inputs of a document that may change while its profile does not: the text of a user's skill, and the
// workspace's suppressions.
std::string version_of(Session& session, const DocumentAddress& address);

}  // namespace nsys_ai
