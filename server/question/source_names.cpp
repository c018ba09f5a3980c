// Translates a word into conditions on the names in a capture.
#include "question/source_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "analysis/host/api_calls.h"
#include "analysis/kernels/kernels.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostNames = 60;

Result<void> check_count(const std::string& of, size_t names) {
  if (names <= kMostNames) return {};
  return fail(ErrorCode::bad_request, fmt::format("`{}` is part of {} names.", of, names),
              "Write more of the name.");
}

bool is_exactly(const FoundName& found, const std::string& wanted) {
  if (ascii_lower(found.name) == wanted) return true;
  if (found.kind == NamedKind::nvtx || found.kind == NamedKind::mark)
    return ascii_lower(normalised_label(found.name)) == wanted;
  return found.kind == NamedKind::kernel &&
         (ascii_lower(base_name(found.name)) == wanted || ascii_lower(qualified_name(found.name)) == wanted ||
          ascii_lower(display_name(found.name)) == wanted);
}

// The texts of one label: the label itself, and texts with numbers in place of `#` and with appended operator
// ids.
std::string label_condition(const FoundName& found) {
  if (found.texts <= 1) return "text = " + sql_text(found.name);
  std::string glob;
  for (const char c : found.name) {
    if (c == '#')
      glob += "[0-9]*";
    else if (c == '*' || c == '?' || c == '[')
      glob += fmt::format("[{}]", c);
    else
      glob += c;
  }
  const std::string exact = found.name.find('#') == std::string::npos ? "text = " + sql_text(found.name)
                                                                      : "text GLOB " + sql_text(glob);
  return fmt::format("({} OR text GLOB {})", exact, sql_text(glob + ", *"));
}

std::string name_condition(const FoundName& found) {
  const bool labelled = found.kind == NamedKind::nvtx || found.kind == NamedKind::mark;
  return labelled ? label_condition(found) : "name = " + sql_text(found.name);
}

// The names that a word means: exact matches, otherwise names that contain it.
struct MeantNames {
  std::vector<FoundName> names;
  bool exact = false;
};

Result<MeantNames> names_meant(const AnswerContext& context, NamedKind kind, const std::string& name) {
  auto pattern = TextPattern::make(name, {});
  if (!pattern) return tl::unexpected(pattern.error());
  auto found = search_names(context.profile, Scope::whole(context.profile), {*pattern, {kind}, std::nullopt},
                            context.work);
  if (!found) return tl::unexpected(found.error());
  const std::string wanted = ascii_lower(name);
  const auto is_other = [&](const FoundName& f) { return !is_exactly(f, wanted); };
  MeantNames meant{std::move(found->names), false};
  meant.exact = !std::all_of(meant.names.begin(), meant.names.end(), is_other);
  if (meant.exact) std::erase_if(meant.names, is_other);
  return meant;
}

}  // namespace

std::string like_text(const std::string& part) {
  std::string like = "%";
  for (const char c : part) {
    if (c == '%' || c == '_' || c == '\\') like += '\\';
    like += c == '*' ? '%' : c;
  }
  return sql_text(like + "%");
}

Result<std::string> calls_named(const Profile& profile, const std::string& of,
                                const std::function<bool(std::string_view)>& wanted) {
  std::vector<std::string> names;
  for (const NameId id : profile.calls().name.values)
    if (const std::string_view name = profile.text(id); wanted(name)) names.push_back(sql_text(name));
  if (const auto few = check_count(of, names.size()); !few) return tl::unexpected(few.error());
  if (names.empty()) return std::string("0");
  if (names.size() == 1) return "name = " + names[0];
  // The unary plus keeps SQLite from scanning the table once for each name.
  return fmt::format("+name IN ({})", fmt::join(names, ", "));
}

Result<std::string> names_condition(AnswerContext& context, NamedKind kind, const std::string& name) {
  // A longer text exceeds the search limit; it must be the full name of one kernel.
  constexpr size_t kLongestSearch = 1000;
  if (name.size() > kLongestSearch && kind == NamedKind::kernel) return "name = " + sql_text(name);
  const auto meant = names_meant(context, kind, name);
  if (!meant) return tl::unexpected(meant.error());
  const std::vector<FoundName>& names = meant->names;
  if (names.empty()) return std::string("0");
  if (!meant->exact && (kind == NamedKind::nvtx || kind == NamedKind::mark))
    return "text LIKE " + like_text(name) + " ESCAPE '\\'";
  if (const auto few = check_count(name, names.size()); !few) return tl::unexpected(few.error());
  if (names.size() > 1)
    context.answer.notes.push_back(
        fmt::format("`{}` means {} names here, which are taken together", name, names.size()));
  if (kind == NamedKind::call) {
    const auto is_one = [](const FoundName& found, std::string_view call) {
      return found.name == call || found.name == base_call_name(call);
    };
    return calls_named(context.profile, name, [&](std::string_view call) {
      return std::any_of(names.begin(), names.end(),
                         [&](const FoundName& found) { return is_one(found, call); });
    });
  }
  std::string condition;
  for (const FoundName& each : names) condition += (condition.empty() ? "" : " OR ") + name_condition(each);
  return "(" + condition + ")";
}

namespace {

// A call of the table function, with the label or the text pattern as its argument; empty if the word means
// several labels or none.
std::string call_with_label(std::string_view function, const MeantNames& meant, const std::string& name) {
  if (meant.names.empty() || (meant.exact && meant.names.size() > 1)) return "";
  if (meant.exact) return fmt::format("{}({})", function, sql_text(meant.names[0].name));
  // A label has `#` in place of numbers, and the word may contain one of these numbers.
  return fmt::format("{}({}, 'part')", function, sql_text(name));
}

}  // namespace

Result<std::string> nvtx_named(AnswerContext& context, NamedKind kind, const std::string& name) {
  const auto meant = names_meant(context, kind, name);
  if (!meant) return tl::unexpected(meant.error());
  return call_with_label("nvtx_named", *meant, name);
}

Result<std::string> kernels_inside(AnswerContext& context, const std::string& name) {
  const auto meant = names_meant(context, NamedKind::nvtx, name);
  if (!meant) return tl::unexpected(meant.error());
  return call_with_label("kernel_inside", *meant, name);
}

Result<void> place_inside(AnswerContext& context, Source& source) {
  const AskQuery& q = context.query;
  const bool by_launch = source.from == "memcpy" || source.from == "memset";
  if (by_launch || source.from == "kernel" || source.from == "runtime_call" || source.from == "nvtx") {
    const std::string function = source.from == "kernel" ? "kernel_inside"
                                 : source.from == "nvtx" ? "nvtx_inside"
                                                         : "call_inside";
    const auto meant = names_meant(context, NamedKind::nvtx, *q.inside);
    if (!meant) return tl::unexpected(meant.error());
    if (const std::string inside = call_with_label(function, *meant, *q.inside); !inside.empty()) {
      // A share relates to all kernels.
      if (by_launch)
        source.where += fmt::format(" AND launch IN (SELECT id FROM {})", inside);
      else if (q.share)
        source.where += fmt::format(" AND id IN (SELECT id FROM {})", inside);
      else
        source.from = inside;
      return {};
    }
  }
  if (q.thing != Thing::kernel)
    return fail(ErrorCode::bad_request, fmt::format("`{}` means several labels.", one_line(*q.inside)),
                "Name one of them.");
  auto named = names_condition(context, NamedKind::nvtx, *q.inside);
  if (!named) return tl::unexpected(named.error());
  source.where += fmt::format(" AND id IN (SELECT kernel FROM kernel_nvtx WHERE {})", *named);
  return {};
}

}  // namespace nsys_ai
