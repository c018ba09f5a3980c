// Lists the available profiles, or opens one.
#include "mcp/open_profile.h"

#include <fmt/format.h>

#include "base/text_table.h"
#include "features/workspace/hypotheses.h"
#include "protocol/write.h"
#include "tools/tool.h"
#include "view/pages/capture_facts.h"
#include "view/pages/page_text.h"

namespace nsys_ai {
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

struct OpenedStructure {
  std::string schema;
  std::optional<std::string> profile = {};
  std::optional<nsys::TimeWindow> window = {};
  std::optional<int64_t> kernels = {};
  std::optional<int64_t> copies = {};
  std::optional<int64_t> calls = {};
  std::optional<std::vector<std::string>> paths = {};
  std::optional<bool> more = {};
  std::optional<bool> truncated = {};
  std::optional<std::vector<std::string>> notes = {};
};
template <class F>
void fields(OpenedStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.profile/1, or nsys-ai.files/1 where none was named.");
  f("profile", v.profile, "The handle.");
  f("window", v.window, "What was captured, on its clock.");
  f("kernels", v.kernels, "How many there are.");
  f("copies", v.copies, "How many there are.");
  f("calls", v.calls, "How many there are.");
  f("paths", v.paths, "What may be opened.");
  f("more", v.more, "Whether there are more than were looked at.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What was not read.");
}

Result<ToolAnswer> list_files(const OpenProfiles& profiles, size_t bytes) {
  const auto [files, more] = profiles.files();
  std::string text;
  OpenedStructure structure{.schema = "nsys-ai.files/1"};
  if (files.size() <= 20) structure.paths.emplace();
  for (const auto& file : files) {
    text += quoted_name(file.string()) + "\n";
    if (structure.paths) structure.paths->push_back(file.string());
  }
  if (files.empty()) text = "No file below the folders of this server has the name of a profile.\n";
  if (more) text += "There are more; these are the first that were found.\n";
  structure.more = more;
  return fitted_text(text, write_json(structure), bytes, "Name a path to open it.");
}

Json facts_of(const OpenProfile& open) {
  const Profile& profile = *open.profile;
  return write_json(OpenedStructure{.schema = "nsys-ai.profile/1",
                                    .profile = open.handle,
                                    .window = nsys::TimeWindow{profile.extent().start, profile.extent().end},
                                    .kernels = static_cast<int64_t>(profile.kernels().size()),
                                    .copies = static_cast<int64_t>(profile.copies().size()),
                                    .calls = static_cast<int64_t>(profile.calls().size())});
}

}  // namespace

Json open_profile_input() { return InputSchema::of<OpenProfileTool>(); }
Json open_profile_output() { return OutputSchema::of<OpenedStructure>(); }

Result<ToolAnswer> run_open_profile(Tooling& tooling, const Json& given, const Work& work) {
  const auto params = tool_params<OpenProfileTool>(given);
  if (!params) return tl::unexpected(params.error());
  const auto bytes = checked_bytes(params->bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const LossNotes losses;
  if (!params->path) return list_files(tooling.profiles, *bytes);
  const auto open = tooling.profiles.open(*params->path, work);
  if (!open) return tl::unexpected(open.error());
  Page page;
  page.blocks.emplace_back(capture_facts(*open->profile));
  add_hypotheses(tooling.profiles.folders(), page);
  std::string text = fmt::format("Open as profile {}, until {} minutes without a question.\n", open->handle,
                                 OpenProfiles::kIdle.count());
  text += text_of(page, {SIZE_MAX, SIZE_MAX, 0}).text;
  for (const std::string& note : open->profile->notes()) text += "Note: " + one_line(note) + "\n";
  return with_notes(fitted_text(text, facts_of(*open), *bytes, "overview says what stands out."), losses);
}

}  // namespace nsys_ai
