// The tool that plans how to capture a program: the command line, and what it can and cannot answer. It runs
// nothing.
#include <fmt/format.h>

#include "protocol/write.h"
#include "tools/tool.h"
#include "view/capture_plan.h"

namespace nsys_ai {
namespace {

struct PlanCaptureTool {
  std::vector<std::string> command;
  std::optional<std::vector<std::string>> questions;
  std::optional<double> delay_s;
  std::optional<double> duration_s;
  std::optional<int64_t> steps;
  std::optional<std::string> ranks;
  std::optional<bool> slurm;
  std::optional<std::string> script;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(PlanCaptureTool& v, F& f) {
  f("command", v.command, "Program and arguments, a word each.");
  f("questions", v.questions, "Skills or causes that it has to answer.");
  f("delay_s", v.delay_s, "Left out at the start.");
  f("duration_s", v.duration_s, "Recorded. Default: to the end.");
  f("steps", v.steps, "Instead: steps that the program opens.");
  f("ranks", v.ranks, "all or one.");
  f("slurm", v.slurm, "By srun.");
  f("script", v.script, "Text of its script: shows the framework.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct PlanStructure {
  std::string schema = "nsys-ai.capture_plan/1";
  std::string line;
  std::string framework;
  std::string captured;
  std::optional<bool> truncated = {};
  std::optional<std::vector<std::string>> notes = {};
};
template <class F>
void fields(PlanStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.capture_plan/1.");
  f("line", v.line, "The command line, for a shell.");
  f("framework", v.framework, "none where none was seen.");
  f("captured", v.captured, "Which part of the run.");
  f("truncated", v.truncated, "Whether lines are left out.");
  f("notes", v.notes, "What was not read.");
}

Result<ToolAnswer> run(const ToolContext& context, const PlanCaptureTool& params, const Work&) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  if (params.command.empty()) return fail(ErrorCode::bad_request, "arguments.command: a program is needed.");
  if (params.steps && (params.delay_s || params.duration_s))
    return fail(ErrorCode::bad_request, "arguments.steps: either steps, or delay_s and duration_s.");
  if (params.ranks && *params.ranks != "all" && *params.ranks != "one")
    return fail(ErrorCode::bad_request, "arguments.ranks: all or one.");
  CaptureRequest request;
  request.command = params.command;
  request.questions = params.questions.value_or(std::vector<std::string>());
  request.delay_s = params.delay_s;
  request.duration_s = params.duration_s;
  request.steps = params.steps;
  if (params.ranks) request.ranks = *params.ranks == "all" ? Ranks::all : Ranks::one;
  request.by_slurm = params.slurm.value_or(false);
  request.script = params.script.value_or("");
  const auto plan = capture_plan(request);
  if (!plan) return tl::unexpected(plan.error());
  PlanStructure structure;
  structure.line = shell_line(*plan);
  structure.framework = plan->framework;
  structure.captured = plan->part;
  return fitted_text(plan_text(*plan, ""), write_json(structure), *room, "Ask with more bytes.");
}

}  // namespace

Tool plan_capture_tool() {
  Tool tool = make_tool<PlanCaptureTool, PlanStructure>(
      "plan_capture", "Plan a capture",
      "The nsys line for a program, and what its capture cannot answer. Runs nothing.", run);
  tool.needs_profile = false;
  return tool;
}

}  // namespace nsys_ai
