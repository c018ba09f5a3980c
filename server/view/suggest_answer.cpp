// A row for each group of unexplained kernels: what lies beneath it, and where a range could go.
#include "view/suggest_answer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/host/unexplained_time.h"
#include "analysis/kernels/kernels.h"
#include "annotate/source_places.h"
#include "base/text_table.h"
#include "skill/answer_frame.h"
#include "skill/cells.h"

namespace nsys_ai {
namespace {

struct SuggestRow {
  std::string range;
  std::string why;
  Ns total_ns;
  std::optional<Share> share;
  int64_t kernels = 0;
  std::optional<int64_t> ranges;
  std::string beneath;
  std::optional<std::string> file;
  std::optional<std::string> function;
  std::optional<Id> first_line;
  std::optional<Id> last_line;
  std::string confidence;
  std::string suggestion;
  EventRef ref;
};
template <class F>
void fields(SuggestRow& r, F& f) {
  f("range", r.range, "The range to split, the operator that launched the kernels, or the kernel without a range.");
  f("why", r.why, "several in one range, operators only, no range, or launch not recorded.");
  f("total_ns", r.total_ns, "The kernels' time inside the window, summed over the GPUs in scope.");
  f("share", r.share, "total_ns / the time of all kernels in scope.");
  f("kernels", r.kernels, "How many kernels that is.");
  f("ranges", r.ranges, "In how many ranges of that label; none where no range of the program is around them.");
  f("beneath", r.beneath, "What lies beneath, with the most time first: the labels down to the launch, and the kernel.");
  f("file", r.file, "The source where a range could go; none without --source, and where it is not known.");
  f("function", r.function, "The function there.");
  f("first_line", r.first_line, "Its first line, or the line of the call.");
  f("last_line", r.last_line, "Its last line.");
  f("confidence", r.confidence, "Of the place: high, medium, low or none; see ANNOTATE.md.");
  f("suggestion", r.suggestion, "What to annotate, or why that is not known.");
  f("ref", r.ref, "The first of the kernels.");
}

// `aten::copy_` is called as `copy_`, and `aten::_to_copy` by nobody.
std::string call_name(std::string_view label) {
  const size_t colon = label.rfind("::");
  return std::string(colon == std::string_view::npos ? label : label.substr(colon + 2));
}

std::string name_of_line(const GeneratedLine& of) { return fmt::format("{}:{}", of.file, of.line); }

// What a generated kernel computes, as its compiler says: ` (aten.mul, aten.sin of net.py:12)`.
std::string generated_words(const SourcePlaces* sources, std::string_view kernel) {
  const auto found = sources ? sources->of_generated(kernel) : std::vector<GeneratedKernel>();
  if (found.empty()) return "";
  const GeneratedKernel& first = found.front();
  std::vector<std::string> lines;
  for (const GeneratedLine& of : first.lines) lines.push_back(name_of_line(of));
  std::string text = fmt::format("{}", fmt::join(first.operators, ", "));
  if (!lines.empty()) text += fmt::format("{}{}", text.empty() ? "" : " of ", fmt::join(lines, ", "));
  if (found.size() > 1) text += fmt::format(", or another of {}", found.size());
  return fmt::format(" ({})", text);
}

std::string beneath(const Profile& profile, const UnexplainedGroup& group, const SourcePlaces* sources) {
  constexpr size_t kShown = 4;
  std::string text;
  for (size_t i = 0; i < std::min(kShown, group.parts.size()); ++i) {
    const UnexplainedPart& part = group.parts[i];
    const std::string kernel = short_display_name(profile.text(part.kernel)) +
                               generated_words(sources, base_name(profile.text(part.kernel)));
    text += fmt::format("{}{} {}x {}{}", i == 0 ? "" : "; ", readable_ns(part.total), part.kernels,
                        part.path.empty() ? "" : part.path + " > ", kernel);
  }
  if (group.parts.size() > kShown) text += fmt::format("; and {} more", group.parts.size() - kShown);
  return text;
}

bool is_fused(const std::vector<GeneratedKernel>& of) { return !of.empty() && !of.front().is_own_source; }

struct Place {
  std::vector<SourcePlace> places;
  std::string confidence = "none";
};

std::string example_name(const Profile& profile, const UnexplainedGroup& group) {
  return base_name(profile.text(profile.kernels().name(group.example)));
}

Place place_of(const Profile& profile, const UnexplainedGroup& group, const SourcePlaces& sources) {
  Place found;
  const char* best = "medium";
  switch (group.why) {
    case Unexplained::shared_range:
      found.places = sources.of_label(group.label);
      best = "high";
      break;
    case Unexplained::operator_only: {
      const std::string& called = group.outermost.empty() ? group.label : group.outermost;
      found.places = sources.of_label(called);
      if (found.places.empty()) found.places = sources.of_call(call_name(called));
      break;
    }
    case Unexplained::no_range:
      found.places = sources.of_launch(example_name(profile, group));
      best = "high";
      break;
    case Unexplained::no_launch: break;
  }
  if (!found.places.empty()) found.confidence = found.places.size() == 1 ? best : "low";
  return found;
}

std::string unknown_place(const UnexplainedGroup& group, bool has_sources) {
  const char* const missing = has_sources ? "the sources do not show" : "only the source could show";
  switch (group.why) {
    case Unexplained::shared_range:
      return fmt::format("A range around each call inside of {}{}", group.label,
                         has_sources ? "; the sources do not name it" : "");
    case Unexplained::operator_only:
      return fmt::format("Unknown: {} which line calls {}", missing,
                         group.outermost.empty() ? group.label : group.outermost);
    case Unexplained::no_range: return fmt::format("Unknown: {} which line launches it", missing);
    case Unexplained::no_launch:
      return "None: these were launched before the capture began; a longer capture shows their ranges";
  }
  return "";
}

std::string suggestion_of(const UnexplainedGroup& group, const Place& at, bool has_sources) {
  if (at.places.empty()) return unknown_place(group, has_sources);
  const SourcePlace& first = at.places.front();
  std::string text = group.why == Unexplained::shared_range
                         ? fmt::format("A range around each call in {}", first.function.empty() ? "that block" : first.function)
                         : fmt::format("A range around line {}", first.first_line);
  if (at.places.size() > 1) text += fmt::format(", or at one of {} other places", at.places.size() - 1);
  return text;
}

SuggestRow row_of(const Profile& profile, const UnexplainedTime& found, const UnexplainedGroup& group,
                  const SourcePlaces* sources) {
  SuggestRow row;
  row.range = group.why == Unexplained::no_launch ? "(not recorded)" : group.label;
  row.why = name_of(group.why);
  row.total_ns = Ns{group.total};
  row.share = share_cell(group.total, found.total);
  row.kernels = group.kernels;
  if (group.ranges > 0) row.ranges = group.ranges;
  row.beneath = beneath(profile, group, sources);
  const Place at = sources ? place_of(profile, group, *sources) : Place{};
  row.confidence = at.confidence;
  row.suggestion = suggestion_of(group, at, sources != nullptr);
  if (group.why == Unexplained::no_range && at.places.empty() && sources &&
      is_fused(sources->of_generated(example_name(profile, group))))
    row.suggestion =
        "A range around the call of the compiled function; its compiler says what the kernel computes";
  if (!at.places.empty()) {
    const SourcePlace& first = at.places.front();
    row.file = first.file;
    if (!first.function.empty()) row.function = first.function;
    row.first_line = first.first_line;
    row.last_line = first.last_line;
  }
  row.ref = {fmt::format("kernel:{}", profile.kernels().row[group.example])};
  return row;
}

// A range of the program names its own place; for others it has to be found in a source.
bool has_place(const UnexplainedGroup& group, const SuggestRow& row) {
  return group.why == Unexplained::shared_range || row.confidence == "high" || row.confidence == "medium";
}

std::string share_text(int64_t part, int64_t whole) {
  return readable_share(share_cell(part, whole).value_or(Share{}).value);
}

}  // namespace

Result<Answer> suggest_answer(const Profile& profile, const ScopeRequest& request, const SuggestOptions& options,
                              const Work& work) {
  const LossNotes losses;
  const auto scope = Scope::make(profile, request);
  if (!scope) return tl::unexpected(scope.error());
  Answer answer = framed(profile, *scope, "suggest");
  answer.table.columns = columns_of<SuggestRow>();
  if (!can_answer(profile, {Need::kernel}, answer)) {
    add_loss_notes(losses, answer);
    return answer;
  }
  const auto found = unexplained_time(profile, *scope, work);
  if (!found) return tl::unexpected(found.error());
  Sum after = found->explained;
  for (const UnexplainedGroup& group : found->groups) {
    if (options.limit > 0 && std::ssize(answer.table.rows) >= options.limit) break;
    const SuggestRow row = row_of(profile, *found, group, options.sources);
    if (has_place(group, row)) after += group.total;
    answer.table.rows.push_back(values_of(row));
  }
  answer.total_rows = std::ssize(found->groups);
  answer.truncated = std::ssize(answer.table.rows) < answer.total_rows;
  answer.outcome = answer.table.rows.empty() ? Outcome::empty : Outcome::rows;
  if (answer.table.rows.empty())
    answer.reason = found->total == 0 ? "No kernel ran in this scope."
                                      : "Every kernel is explained by a range of its own, or by a call chain.";
  else
    answer.notes.push_back(fmt::format(
        "Explained now: {} of {} of kernel time, by a range that launched nothing else or by a function of the program in a call chain. "
        "With the rows whose place is known split until each range launches one kernel: {}",
        share_text(found->explained, found->total), readable_ns(found->total), share_text(after, found->total)));
  note_scope(profile, *scope, answer.notes);
  add_loss_notes(losses, answer);
  return answer;
}

}  // namespace nsys_ai
