// A table of tasks.
#include "mcp/prompts.h"

#include <algorithm>
#include <array>

#include "base/quotation.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

struct Prompt {
  std::string_view name;
  std::string_view doc;
  std::string_view text;  // contains {path}
};

// Sorted by name.
constexpr std::array<Prompt, 4> kPrompts = {{
    {"compare_gpus", "Where the GPUs of a run differ",
     "Open the profile {path}. Compare its GPUs: busy, idle, compute, communication and copies of each (overview, then "
     "run_skill gpu_utilization and overlap_breakdown), kernels that one runs longer than another, and who waits for "
     "whom in collectives. Say which GPU is late and why, each number with its scope and references."},
    {"next_capture", "What to record next, and how",
     "Open the profile {path} and read its overview. Say what it cannot answer (skills that answer cannot_answer, "
     "causes that could not be judged), which of that matters for this run, and the one `nsys profile` command line "
     "that records it."},
    {"where_does_a_step_go", "What a step of training or inference spends its time on",
     "Open the profile {path}. Find the steps (run_skill iteration_timing); if there are none, say so and take the "
     "whole run. Take the median step and one that is slow, and account for their time: compute by family, exposed "
     "communication, copies, idle with its cause. Name the three largest parts and what would shorten each."},
    {"why_slow", "Why a run is slow, and what to do first",
     "Open the profile {path} and read its overview. Explain the finding with the most time at stake: verify it by "
     "one skill or query of your own, look at two of its references with explain, and say what to change, what it "
     "may win at most, and how to see that it helped. Say it where nothing is wrong."},
}};

}  // namespace

Json listed_prompts() {
  Json list = Json::array();
  for (const Prompt& of : kPrompts) {
    Json path;
    path.set("name", "path");
    path.set("description", "The profile's file");
    path.set("required", true);
    Json arguments = Json::array();
    arguments.push(std::move(path));
    Json one;
    one.set("name", of.name);
    one.set("description", of.doc);
    one.set("arguments", std::move(arguments));
    list.push(std::move(one));
  }
  Json result;
  result.set("prompts", std::move(list));
  return result;
}

Result<Json> prompt(const Json& params) {
  static_assert(std::ranges::is_sorted(kPrompts, {}, &Prompt::name));
  const Json* name = params.find("name");
  if (!name || !name->if_string()) return fail(ErrorCode::bad_request, "params.name: a string is needed");
  const auto found = std::ranges::find(kPrompts, *name->if_string(), &Prompt::name);
  if (found == kPrompts.end())
    return fail(ErrorCode::bad_request, "There is no prompt " + quotation(*name->if_string()) + ".",
                "prompts/list lists them.");
  const Json* path = params.descend({"arguments", "path"});
  if (!path || !path->if_string())
    return fail(ErrorCode::bad_request, "params.arguments.path: a string is needed");
  std::string text(found->text);
  const std::string_view hole = "{path}";
  text.replace(text.find(hole), hole.size(), quotation(*path->if_string()));
  Json content;
  content.set("type", "text");
  content.set("text", std::move(text));
  Json message;
  message.set("role", "user");
  message.set("content", std::move(content));
  Json messages = Json::array();
  messages.push(std::move(message));
  Json result;
  result.set("description", found->doc);
  result.set("messages", std::move(messages));
  return result;
}

}  // namespace nsys_ai
