// The kinds of documents that the server makes, one row a kind: what its address needs, and how it is made.
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

struct AskedPage {
  Session& session;
  const ProfilePtr& profile;
  const DocumentAddress& address;
  const Work& work;
};

struct DocumentKind {
  std::string_view name;  // the first part of an address
  // Parts of an address of which one must be there; the first is used in examples. Empty for what is about
  // the whole profile.
  std::array<std::string_view, 2> needs = {};
  Result<Page> (*make)(const AskedPage&);
  // What of it may change while its profile does not; null where nothing may.
  std::string (*version)(Session&, const DocumentAddress&) = nullptr;
  bool has_instances = false;  // whether a document of instances has the same item
  bool has_findings = false;   // whether findings are diagnostics in it
};

// All kinds, by name.
std::span<const DocumentKind> document_kinds();
// Null where there is none of that name.
const DocumentKind* document_kind(std::string_view name);

// Of the document with the answer that the view `ask` shows for these parameters.
DocumentAddress address_of_ask_view(const Profile& profile, const ViewParams& params);
// Of the document with the answer that the view `skill` shows for these parameters.
DocumentAddress address_of_skill_view(const Profile& profile, const ViewParams& params);

// The page behind an address. Fails when the profile has nothing of that name, saying what is near, and when
// it is cancelled.
Result<Page> make_page(Session& session, const ProfilePtr& profile, const DocumentAddress& address,
                       const Work& work);

// What of a document may change while its profile does not: the text of a user's own skill, and what the
// workspace suppresses.
std::string version_of(Session& session, const DocumentAddress& address);

}  // namespace nsys_ai
