// Starts the command, and passes on what it prints.
#include "mcp/run_capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/child_process.h"
#include "protocol/write.h"
#include "tools/tool.h"

namespace nsys_ai {
namespace {

struct RunCaptureTool {
  std::optional<std::vector<std::string>> command;
  std::optional<std::vector<std::string>> options;
  std::optional<int64_t> timeout_s;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(RunCaptureTool& v, F& f) {
  f("command", v.command, "Program and arguments, a word each.");
  f("options", v.options,
    "Of nsys-ai capture, a word each: --duration 5, --steps 3, or --again without a command.");
  f("timeout_s", v.timeout_s, "Then all is killed; default 600.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct RunCaptureStructure {
  std::string schema = "nsys-ai.run_capture/1";
  int64_t exit_code = 0;
  std::optional<bool> truncated = {};
  std::optional<std::vector<std::string>> notes = {};
};
template <class F>
void fields(RunCaptureStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.run_capture/1.");
  f("exit_code", v.exit_code, "Of nsys-ai capture: 0 where there is a report.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What was not read.");
}

std::vector<std::string> capture_words(const RunCaptureTool& params) {
  std::vector<std::string> words = {"capture"};
  if (params.options) words.insert(words.end(), params.options->begin(), params.options->end());
  if (params.command) {
    words.emplace_back("--");
    words.insert(words.end(), params.command->begin(), params.command->end());
  }
  return words;
}

}  // namespace

Json run_capture_input() { return InputSchema::of<RunCaptureTool>(); }
Json run_capture_output() { return OutputSchema::of<RunCaptureStructure>(); }

Result<ChildEnd> run_own_command(const Tooling& tooling, const std::vector<std::string>& arguments,
                                 std::optional<int64_t> timeout_s, const Work& work) {
  if (!tooling.allows_commands)
    return fail(
        ErrorCode::cannot_do, "This server may run no commands.",
        "The person who starts it allows them: nsys-ai mcp --allow-commands FOLDER. plan_capture gives the line to run by hand.");
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  std::vector<std::string> words = {"/usr/bin/env", "-C", tooling.profiles.folders().front().string(), self};
  words.insert(words.end(), arguments.begin(), arguments.end());
  constexpr int64_t kMostSeconds = 24 * 3600;
  const int64_t seconds = std::clamp<int64_t>(timeout_s.value_or(600), 1, kMostSeconds);
  auto end = run_child({std::move(words), work.cancel, {}, std::chrono::seconds(seconds)});
  if (end && end->signal != 0)
    return fail(ErrorCode::cannot_do,
                fmt::format("The command did not end within {} s and was killed.", seconds),
                "Give it more with timeout_s, or record less.");
  return end;
}

Result<ToolAnswer> run_capture_tool(Tooling& tooling, const Json& given, const Work& work) {
  const auto params = tool_params<RunCaptureTool>(given);
  if (!params) return tl::unexpected(params.error());
  const auto bytes = checked_bytes(params->bytes);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto end = run_own_command(tooling, capture_words(*params), params->timeout_s, work);
  if (!end) return tl::unexpected(end.error());
  RunCaptureStructure structure;
  structure.exit_code = end->exit_code;
  return fitted_text(end->printed, write_json(structure), *bytes, "open_profile opens the report.");
}

}  // namespace nsys_ai
