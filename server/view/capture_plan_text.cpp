// Writes a plan for people.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "view/capture_plan.h"

namespace nsys_ai {

std::string plan_text(const CapturePlan& plan, const std::string& size) {
  constexpr size_t kTitles = 3;
  std::string text = shell_line(plan) + "\n\n";
  if (plan.framework == "none")
    text += "Framework: none was seen in the command, its script or its libraries.\n";
  else
    text += fmt::format("Framework: {}, by {}.\n", plan.framework, plan.seen_by);
  text += fmt::format("Captured: {}.\n", plan.part);
  if (!plan.to_know.empty()) text += fmt::format("To know: {}\n", plan.to_know);
  if (!size.empty()) text += fmt::format("Size: {}.\n", size);
  text += "\nWhat each option is for:\n";
  for (const PlannedOption& option : plan.options)
    text += fmt::format("  {}  {}\n", option.text, option.purpose);
  if (!plan.unknown.empty())
    text +=
        fmt::format("\nThe nsys at hand does not know, and is not given: {}\n", fmt::join(plan.unknown, " "));
  if (!plan.unanswered.empty()) text += "\nWhat this capture cannot answer, and the option that would:\n";
  for (const auto& [option, titles] : plan.unanswered) {
    text += fmt::format("  {}\n", option);
    for (size_t i = 0; i < std::min(titles.size(), kTitles); ++i) text += fmt::format("    {}\n", titles[i]);
    if (titles.size() > kTitles) text += fmt::format("    and {} more\n", titles.size() - kTitles);
  }
  return text;
}

}  // namespace nsys_ai
