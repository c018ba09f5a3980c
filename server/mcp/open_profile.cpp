// What is there to be opened, and one opened.
#include "mcp/open_profile.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "tools/tool.h"
#include "view/pages/overview.h"
#include "view/pages/page_text.h"

namespace nsys_ai::inline mcp {
namespace {

struct OpenProfileTool {
  std::optional<std::string> path;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(OpenProfileTool& v, F& f) {
  f("path", v.path, "A .sqlite export or .nsys-rep report. Without it: lists what may be opened.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

Result<ToolAnswer> list_files(const OpenProfiles& profiles, size_t bytes) {
  const auto [files, more] = profiles.files();
  std::string text;
  Json paths = Json::array();
  for (const auto& file : files) {
    text += quoted_name(file.string()) + "\n";
    paths.push(file.string());
  }
  if (files.empty()) text = "No file below the folders of this server has the name of a profile.\n";
  if (more) text += "There are more; these are the first that were found.\n";
  Json structured;
  structured.set("schema", "nsys-ai.files/1");
  if (files.size() <= 20) structured.set("paths", std::move(paths));
  structured.set("more", more);
  return fitted_text(text, std::move(structured), bytes, "Name a path to open it.");
}

Json facts_of(const OpenProfile& open) {
  const Profile& profile = *open.profile;
  Json facts;
  facts.set("schema", "nsys-ai.profile/1");
  facts.set("profile", open.handle);
  Json window;
  window.set("startNs", profile.extent().start);
  window.set("endNs", profile.extent().end);
  facts.set("window", std::move(window));
  facts.set("kernels", static_cast<int64_t>(profile.kernels().size()));
  facts.set("copies", static_cast<int64_t>(profile.copies().size()));
  facts.set("calls", static_cast<int64_t>(profile.calls().size()));
  return facts;
}

}  // namespace

Json open_profile_input() { return InputSchema::of<OpenProfileTool>(); }

Result<ToolAnswer> run_open_profile(Tooling& tooling, const Json& given, const Work& work) {
  const auto params = tool_params<OpenProfileTool>(given);
  if (!params) return tl::unexpected(params.error());
  const auto bytes = checked_bytes(params->bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const Shortfalls told;
  if (!params->path) return list_files(tooling.profiles, *bytes);
  const auto open = tooling.profiles.open(*params->path, work);
  if (!open) return tl::unexpected(open.error());
  Page page;
  page.blocks.emplace_back(capture_facts(*open->profile));
  std::string text = fmt::format("Open as profile {}, until {} minutes without a question.\n", open->handle,
                                 OpenProfiles::kIdle.count());
  text += text_of(page, {SIZE_MAX, SIZE_MAX, 0}).text;
  for (const std::string& note : open->profile->notes()) text += "Note: " + one_line(note) + "\n";
  return with_notes(fitted_text(text, facts_of(*open), *bytes, "overview tells what stands out."), told);
}

}  // namespace nsys_ai::inline mcp
