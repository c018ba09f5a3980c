// A parameter of the skill is named `param.NAME` in the view, so that it cannot collide with the scope's.
#include "view/pages/skill_form.h"

#include <fmt/format.h>

#include <cmath>

#include "base/quantity.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "view/pages/page_cells.h"
#include "view/skill_invocation.h"
#include "view/targets/target.h"

namespace nsys_ai {
namespace {

// Seconds as double represent nanoseconds exactly up to some hundred days.
constexpr double kMostSeconds = 9.0e9;

tl::unexpected<Error> bad_field(std::string_view label, const std::string& value, std::string_view what) {
  return fail(ErrorCode::bad_request, fmt::format("{}: \"{}\" is no {}.", label, quotation(value), what));
}

Result<std::optional<int64_t>> whole_number(const ViewParams& params, std::string_view name) {
  const std::string text = param_of(params, name);
  if (text.empty()) return std::optional<int64_t>();
  const auto number = parse_integer(text);
  if (!number) return bad_field(name, text, "whole number");
  return number;
}

Result<std::optional<Interval>> window_of_form(const ViewParams& params) {
  const std::string from = param_of(params, "from");
  const std::string to = param_of(params, "to");
  if (from.empty() && to.empty()) return std::optional<Interval>();
  const auto start = parse_real(from);
  const auto end = parse_real(to);
  if (!start || std::fabs(*start) > kMostSeconds) return bad_field("from", from, "time in seconds");
  if (!end || std::fabs(*end) > kMostSeconds) return bad_field("to", to, "time in seconds");
  return std::optional(Interval{std::llround(*start * 1e9), std::llround(*end * 1e9)});
}

}  // namespace

Page skills_page(const Registry& skills) {
  Page page;
  page.title = "Skills";
  PageTable table{{text_cell("skill"), text_cell("the question")}, {}, ""};
  for (const Skill& skill : skills.skills()) {
    Cell name = text_cell(skill.info.name, target_of_skill(skill.info.name));
    name.view = link_of_skill({skill.info.name, {}});
    table.rows.push_back({std::move(name), text_cell(one_line(skill.info.title))});
  }
  table.caption = "Each has a form for its parameters and for the part of the run to ask about.";
  page.blocks.emplace_back(std::move(table));
  return page;
}

Form skill_form(const Skill& skill, const ViewParams& params) {
  Form form{{"skill", {{"name", skill.info.name}}}, {}, "Run"};
  for (const Param& param : skill.params) {
    const std::string name = "param." + param.name;
    const std::string normal =
        readable(param.default_value, param.unit == Unit::count ? Unit::none : param.unit);
    form.fields.push_back({name, param.name, param_of(params, name), param.doc, normal});
  }
  const auto scope = [&](std::string name, std::string label, std::string doc, std::string normal) {
    form.fields.push_back(
        {name, std::move(label), param_of(params, name), std::move(doc), std::move(normal)});
  };
  scope("gpu", "GPUs", "Numbers of GPUs as CUDA counts them, with commas between.", "all");
  scope("process", "process", "The id of a process.", "all");
  scope("iteration", "iteration", "The number of a step of the program, from 0.", "none");
  scope("phase", "phase", "A phase of the program, such as decode: its longest stretch.", "none");
  scope("from", "from", "Where the window begins, in seconds on the capture's clock.", "start");
  scope("to", "to", "Where it ends.", "end");
  return form;
}

Result<ScopeRequest> scope_of_form(const ViewParams& params) {
  ScopeRequest scope;
  const std::string gpus = param_of(params, "gpu");
  for (size_t at = 0; at < gpus.size();) {
    const size_t end = std::min(gpus.find(',', at), gpus.size());
    const std::string text = gpus.substr(at, end - at);
    const auto number = parse_integer(text);
    if (!number) return bad_field("GPUs", gpus, "list of numbers");
    scope.gpus.push_back(*number);
    at = end + 1;
  }
  const auto window = window_of_form(params);
  if (!window) return tl::unexpected(window.error());
  const auto process = whole_number(params, "process");
  if (!process) return tl::unexpected(process.error());
  const auto iteration = whole_number(params, "iteration");
  if (!iteration) return tl::unexpected(iteration.error());
  scope.window = *window;
  scope.process = *process;
  scope.iteration = *iteration;
  if (const std::string phase = param_of(params, "phase"); !phase.empty()) scope.phase = phase;
  return scope;
}

ParamValues values_of_form(const Skill& skill, const ViewParams& params) {
  ParamValues values;
  for (const Param& param : skill.params)
    if (const std::string value = param_of(params, "param." + param.name); !value.empty())
      values[param.name] = value;
  return values;
}

}  // namespace nsys_ai
