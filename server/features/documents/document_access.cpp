// Finds the document of an address in the cache, or makes and caches it.
#include "features/documents/document_access.h"

#include <fmt/format.h>

#include "base/quotation.h"
#include "features/documents/document_kinds.h"
#include "features/documents/document_store.h"
#include "features/documents/refresh.h"
#include "features/documents/text_document.h"
#include "features/session.h"
#include "features/workspace/client_profiles.h"
#include "features/workspace/workspace.h"

namespace nsys_ai {
namespace {

// As many lines as a person can scroll through and an editor loads without delay.
constexpr size_t kMaxLines = 5000;

// The note on a truncated page that has no note of its own.
constexpr std::string_view kMore = "nsys-ai skill list shows questions that ask for less.";

using OpenBy = Result<OpenProfile> (ClientProfiles::*)(const std::filesystem::path&, const Work&);

Result<OpenProfile> open_by(OpenBy open, Session& session, const std::filesystem::path& path,
                            const Work& work) {
  const auto before = session.library.find_path(path);
  auto opened = (session.library.*open)(path, work);
  if (!opened) return opened;
  active_profile_may_have_changed(session);
  if (!before) refresh_diagnostics(session);
  return opened;
}

}  // namespace

Result<DocumentPtr> document_at(Session& session, const ProfilePtr& profile, const DocumentAddress& address,
                                const Work& work) {
  const std::string uri = uri_of(address);
  const std::string version = version_of(session, address);
  if (auto kept = session.virtual_documents.find(uri, version, *profile)) return kept;
  auto page = make_page(session, profile, address, work);
  if (!page) return tl::unexpected(page.error());
  if (page->more.empty()) page->more = kMore;
  PageLayout layout;
  layout.max_lines = kMaxLines;
  PageText text = text_of(*page, layout);
  TextDocument positions({uri, "nsysai", 0, text.text}, session.documents.encoding());
  auto document = std::make_shared<const VirtualDocument>(
      VirtualDocument{address, uri, profile, std::move(text), std::move(positions)});
  session.virtual_documents.keep(document, version);
  return document;
}

std::optional<RequestedDocument> asked_document(const Session& session, const std::string& uri) {
  auto address = parse_document_uri(uri);
  if (!address) return std::nullopt;
  const auto open = *address ? session.library.find_path((*address)->profile) : std::nullopt;
  return RequestedDocument{std::move(*address), open ? open->handle : std::string()};
}

Result<DocumentPtr> document_if_open(Session& session, const RequestedDocument& asked, const Work& work) {
  if (!asked.address) return tl::unexpected(asked.address.error());
  // Looks it up by its handle to get the current load if the profile was reloaded meanwhile.
  const ProfilePtr profile = session.library.if_open(asked.handle);
  if (!profile) return nullptr;
  return document_at(session, profile, *asked.address, work);
}

Result<DocumentPtr> open_document(Session& session, const std::string& uri, const Work& work) {
  const auto address = parse_document_uri(uri);
  if (!address)
    return fail(ErrorCode::bad_request,
                fmt::format("params.uri: {} is no document of this server.", quotation(uri)));
  if (!*address) return tl::unexpected(address->error());
  const auto opened = open_by(&ClientProfiles::open_for_document, session, (*address)->profile, work);
  if (!opened) return tl::unexpected(opened.error());
  return document_at(session, opened->profile, **address, work);
}

Result<FoundTarget> target_of_mark(Session& session, const VirtualDocument& document, const Mark& mark) {
  return found_target(document.profile, mark.target,
                      [&](const std::string& handle) { return session.library.find(handle); });
}

OtherProfiles other_profiles(Session& session) {
  return {[&session](const std::string& name, const Work& work) -> Result<OpenProfile> {
            if (is_profile_handle(name))
              if (auto open = session.library.if_open(name)) return OpenProfile{name, std::move(open)};
            return open_beside(session, name, work);
          },
          [&session] { return session.library.all(); }, session.workspace.folders()};
}

Result<FoundTarget> target_in(Session& session, const std::string& handle, std::string_view text) {
  const auto find = [&](const std::string& of) { return session.library.find(of); };
  const auto own = find(handle);
  if (!own) return tl::unexpected(own.error());
  return found_target(*own, text, find);
}

Result<OpenProfile> open_beside(Session& session, const std::filesystem::path& path, const Work& work) {
  return open_by(&ClientProfiles::open_beside, session, path, work);
}

Result<OpenProfile> open_profile(Session& session, const std::filesystem::path& path, const Work& work) {
  return open_by(&ClientProfiles::open, session, path, work);
}

}  // namespace nsys_ai
