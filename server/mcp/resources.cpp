// Parses addresses by hand, because they have two or three parts.
#include "mcp/resources.h"

#include <fmt/format.h>

#include <array>

#include "base/text_table.h"
#include "base/context.h"
#include "skills/findings.h"
#include "view/finding_blocks.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"
#include "view/cards/card_markdown.h"
#include "view/targets/card.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kProfile = "nsys-ai:/profile/";
constexpr size_t kMostBytesOfADocument = 64 << 10;

Json resource(std::string uri, std::string name, std::string_view type) {
  Json json;
  json.set("uri", std::move(uri));
  json.set("name", std::move(name));
  json.set("mimeType", type);
  return json;
}

Json contents(const std::string& uri, std::string_view type, std::string text) {
  Json content;
  content.set("uri", uri);
  content.set("mimeType", type);
  content.set("text", std::move(text));
  Json list = Json::array();
  list.push(std::move(content));
  Json result;
  result.set("contents", std::move(list));
  return result;
}

tl::unexpected<Error> nothing_there(const std::string& uri) {
  return fail(ErrorCode::bad_request, "Nothing has the address " + quotation(uri) + ".",
              "resources/list lists them.");
}

std::string capped(const Page& page) {
  return fitted_text(text_of(page, {SIZE_MAX, SIZE_MAX, 0}).text, Json::object(), kMostBytesOfADocument, "")
      .text;
}

Page findings_of(const Profile& profile, std::span<const Suppression> suppressed) {
  Page page;
  add_findings(without_suppressed(profile.derived(build_findings), suppressed,
                                  profile.info().path.filename().string()),
               has(profile, Need::gpu_operation), AdviceLength::whole, page);
  return page;
}

Result<Json> document(const OpenProfile& open, std::span<const Suppression> suppressed, std::string_view what,
                      const std::string& uri) {
  constexpr std::string_view kTarget = "target/";
  const Profile& profile = *open.profile;
  if (what == "overview") return contents(uri, "text/plain", capped(overview(profile, suppressed)));
  if (what == "findings") return contents(uri, "text/plain", capped(findings_of(profile, suppressed)));
  if (what.starts_with(kTarget))
    if (const auto shown = card(profile, what.substr(kTarget.size())))
      return contents(uri, "text/markdown", markdown_of(*shown));
  return nothing_there(uri);
}

}  // namespace

std::string address_of(const LibraryPage& reading) {
  return fmt::format("nsys-ai:/{}/{}", reading.kind == LibraryPageKind::cause ? "book" : "knowledge",
                     reading.key);
}

Json listed_resources(const Tooling& tooling) {
  Json list = Json::array();
  for (const OpenProfile& open : tooling.profiles.all())
    for (const char* what : {"overview", "findings"})
      list.push(
          resource(fmt::format("{}{}/{}", kProfile, open.handle, what),
                   fmt::format("{} of {}", what, one_line(open.profile->info().path.filename().string())),
                   "text/plain"));
  for (const LibraryPage& reading : library_pages())
    list.push(resource(address_of(reading), reading.heading, "text/markdown"));
  Json result;
  result.set("resources", std::move(list));
  return result;
}

Json resource_templates() {
  Json target;
  target.set("uriTemplate", std::string(kProfile) + "{profile}/target/{target}");
  target.set("name", "explanation of a reference");
  target.set("description",
             "What explain says: the card of kernel:1234, gap:0:60401707567, finding:KEY, ...");
  target.set("mimeType", "text/markdown");
  Json list = Json::array();
  list.push(std::move(target));
  Json result;
  result.set("resourceTemplates", std::move(list));
  return result;
}

Result<Json> read_resource(Tooling& tooling, const std::string& uri, const Work& work) {
  const std::string_view address = uri;
  for (const LibraryPage& reading : library_pages())
    if (address == address_of(reading)) return contents(uri, "text/markdown", reading.markdown);
  if (!address.starts_with(kProfile)) return nothing_there(uri);
  const std::string_view rest = address.substr(kProfile.size());
  const size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return nothing_there(uri);
  const auto open = tooling.profiles.find(std::string(rest.substr(0, slash)));
  if (!open) return tl::unexpected(open.error());
  return cancellable(
      work, [&] { return document(*open, *tooling.suppressed.now(), rest.substr(slash + 1), uri); });
}

}  // namespace nsys_ai
