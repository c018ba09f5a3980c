// Builds a skill from the parts of a `.sql` file, after checking that they are consistent.
#include "skill/sql_skill.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "skill/sql_file.h"
#include "sql/query.h"
#include "sql/query_error.h"
#include "sql/sql_text.h"

namespace nsys_ai {
namespace {

// A skill may scan a large capture; ad-hoc queries have the tighter default.
constexpr QueryLimits kLimits{.rows = 1'000'000,
                              .bytes = int64_t{256} << 20,
                              .memory_bytes = int64_t{1} << 30,
                              .time = std::chrono::minutes(2)};

// The data that a running skill owns.
struct SqlSource {
  std::string file_name;
  std::string text;
  std::vector<Param> params;
  std::vector<Column> columns;
};

bool is_name_char(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

bool is_skill_name(std::string_view text) {
  return !text.empty() && (text[0] < '0' || text[0] > '9') &&
         std::all_of(text.begin(), text.end(), is_name_char);
}

bool names(std::string_view code, std::string_view word) {
  for (size_t at = code.find(word); at != std::string_view::npos; at = code.find(word, at + 1)) {
    const size_t after = at + word.size();
    if ((at == 0 || !is_name_char(code[at - 1])) && (after == code.size() || !is_name_char(code[after])))
      return true;
  }
  return false;
}

Result<std::string> skill_name(std::string_view file_name) {
  const std::string_view stem = file_name.substr(file_name.find_last_of("/\\") + 1);
  const std::string name(stem.ends_with(".sql") ? stem.substr(0, stem.size() - 4) : stem);
  if (!is_skill_name(name))
    return tl::unexpected(error_at(file_name, 1, fmt::format("\"{}\" cannot be the name of a skill.", name),
                                   "Name the file in small letters, digits and _, beginning with a letter."));
  return name;
}

struct NeedWord {
  std::string_view word;
  Need need;
};
constexpr NeedWord kNeedWords[] = {{"kernel", Need::kernel},
                                   {"copy", Need::copy},
                                   {"gpu_operation", Need::gpu_operation},
                                   {"call", Need::call},
                                   {"nvtx", Need::nvtx}};

Result<std::vector<Need>> read_needs(std::string_view file_name, const std::vector<SqlFileNeed>& listed) {
  std::vector<Need> needs;
  for (const SqlFileNeed& entry : listed) {
    const auto* known = std::find_if(std::begin(kNeedWords), std::end(kNeedWords),
                                     [&](const NeedWord& candidate) { return candidate.word == entry.name; });
    if (known == std::end(kNeedWords)) {
      std::string words;
      for (const NeedWord& each : kNeedWords)
        words += fmt::format("{}{}", words.empty() ? "" : ", ", each.word);
      return tl::unexpected(error_at(file_name, entry.line,
                                     fmt::format("\"{}\" cannot be needed.", entry.name),
                                     fmt::format("A skill may need {}.", words)));
    }
    needs.push_back(known->need);
  }
  return needs;
}

Result<std::vector<Param>> read_file_params(std::string_view file_name,
                                            const std::vector<SqlFileParam>& listed) {
  std::vector<Param> params;
  for (const SqlFileParam& entry : listed) {
    Param param{entry.name, entry.kind->type, entry.kind->unit, {}, entry.doc};
    if (entry.has_default) {
      auto value = read_param(param, entry.default_text);
      if (!value)
        return tl::unexpected(error_at(file_name, entry.line, value.error().message, value.error().hint));
      param.default_value = std::move(*value);
    }
    if (param.name == "limit" && !std::holds_alternative<int64_t>(param.default_value))
      return tl::unexpected(error_at(file_name, entry.line,
                                     "The parameter limit is a whole number with a default.",
                                     "Write @param limit COUNT = 20   MEANING."));
    params.push_back(std::move(param));
  }
  const auto is_limit = [](const Param& param) { return param.name == "limit"; };
  if (std::none_of(params.begin(), params.end(), is_limit))
    params.push_back(
        {"limit", ValueType::integer, Unit::count, int64_t{20}, "How many rows at most; 0 means all."});
  return params;
}

// Checks that every parameter of the query is declared, and that every declared one is used.
Result<void> check_parameters(const SqlSource& source, const SqlFile& file, const QueryShape& shape) {
  for (const std::string& used : shape.parameters) {
    const auto same = [&](const Param& param) { return param.name == used; };
    if (std::any_of(source.params.begin(), source.params.end(), same)) continue;
    const size_t at = place_of_parameter(source.text, ":" + used);
    return tl::unexpected(
        error_at(source.file_name, position_at(source.text, at).line,
                 fmt::format("The parameter :{} is not declared.", used),
                 fmt::format("Add a line \"-- @param {} TYPE = DEFAULT   MEANING\".", used)));
  }
  for (const SqlFileParam& param : file.params) {
    if (param.name == "limit") continue;
    if (std::find(shape.parameters.begin(), shape.parameters.end(), param.name) == shape.parameters.end())
      return tl::unexpected(error_at(source.file_name, param.line,
                                     fmt::format("The parameter {} is not used by the query.", param.name)));
  }
  return {};
}

// Explains why a column has no comment on line `here`: the first line after `after` that names the column
// decides.
Error column_error(std::string_view file_name, const SqlFile& file, const std::string& column, int after,
                   int here) {
  const auto line = std::find_if(file.lines.begin(), file.lines.end(), [&](const SqlFileLine& candidate) {
    return candidate.line > after && names(candidate.code, column);
  });
  if (line != file.lines.end() && line->kind)
    return error_at(file_name, here,
                    fmt::format("This comment does not describe {}, the next column.", column),
                    "Only the lines of columns end in a comment that begins with a type.");
  if (line == file.lines.end())
    return error_at(file_name, std::max(after, 1),
                    fmt::format("The column {} has no line of its own.", column),
                    "Give each column a line that names it and ends in \"-- TYPE   MEANING\".");
  if (line->word.empty())
    return error_at(file_name, line->line, fmt::format("The column {} has no comment.", column),
                    "End its line in \"-- TYPE   MEANING\".");
  return error_at(file_name, line->line, fmt::format("\"{}\" is no type of a column.", line->word),
                  fmt::format("The types are {}.", column_kind_words()));
}

// The columns of the query in order, each with the comment of its line.
Result<std::vector<Column>> read_columns(std::string_view file_name, const SqlFile& file,
                                         const QueryShape& shape) {
  std::vector<const SqlFileLine*> lines;
  for (const SqlFileLine& line : file.lines)
    if (line.kind) lines.push_back(&line);
  std::vector<Column> columns;
  for (const std::string& name : shape.columns) {
    const size_t at = columns.size();
    const int before = at > 0 ? lines[at - 1]->line : 0;
    const int here = at < lines.size() ? lines[at]->line : std::max(before, 1);
    if (!is_skill_name(name))
      return tl::unexpected(error_at(file_name, here,
                                     fmt::format("The column \"{}\" has no plain name.", name),
                                     "Give it one in small letters, as in count(*) AS calls."));
    if (at >= lines.size() || !names(lines[at]->code, name))
      return tl::unexpected(column_error(file_name, file, name, before, here));
    if (std::any_of(columns.begin(), columns.end(),
                    [&](const Column& column) { return column.name == name; }))
      return tl::unexpected(error_at(file_name, here, fmt::format("There is a column {} already.", name)));
    if (lines[at]->doc.empty())
      return tl::unexpected(error_at(file_name, here, fmt::format("The column {} has no meaning.", name),
                                     "Say behind its type what it is."));
    columns.push_back({name, lines[at]->kind->type, lines[at]->kind->unit, lines[at]->doc});
  }
  if (lines.size() > columns.size())
    return tl::unexpected(error_at(file_name, lines[columns.size()]->line,
                                   "This comment describes a column that the query does not have."));
  return columns;
}

// Converts a value to its column's type; returns false if that is impossible.
bool fit(Value& value, ValueType type) {
  const auto* integer = std::get_if<int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  switch (type) {
    case ValueType::integer:
      if (std::holds_alternative<std::string>(value)) return false;
      if (real && !(std::abs(*real) < 9.2e18)) return false;
      if (real) value = static_cast<int64_t>(std::llround(*real));
      return true;
    case ValueType::real:
      if (integer) value = static_cast<double>(*integer);
      return !std::holds_alternative<std::string>(value);
    case ValueType::text:
      if (integer)
        value = fmt::format("{}", *integer);
      else if (real)
        value = fmt::format("{}", *real);
      return true;
  }
  return false;
}

Bindings bindings_of(const std::vector<Param>& params, const CheckedParams& checked) {
  Bindings bindings;
  for (size_t i = 0; i < params.size(); ++i) bindings[params[i].name] = checked.values()[i];
  bindings["limit"] = INT64_MAX;
  return bindings;
}

Result<UntypedRows> run(const SqlSource& source, const SkillContext& context, const CheckedParams& params) {
  const Query query{source.text, bindings_of(source.params, params), source.file_name};
  auto answer = run_query(context.profile, context.scope, query, kLimits, context.work);
  if (!answer) return tl::unexpected(answer.error());
  UntypedRows untyped;
  for (auto& row : answer->table.rows)
    for (size_t at = 0; at < row.size(); ++at)
      if (!fit(row[at], source.columns[at].type))
        return fail(ErrorCode::bad_request,
                    fmt::format("{}: The column {} holds a value that is no {}.", source.file_name,
                                source.columns[at].name, name_of(source.columns[at].type)),
                    "Change the type in its comment, or the expression.");
  untyped.window = answer->window;
  if (answer->cut != Truncation::none)
    untyped.notes.push_back(
        fmt::format("The query has more rows than a skill may read: only the first {} are counted and shown.",
                    answer->table.rows.size()));
  untyped.rows = std::make_unique<ValueRows>(std::move(answer->table.rows));
  return untyped;
}

}  // namespace

Result<Skill> parse_sql_skill(std::string_view file_name, std::string_view text) {
  auto name = skill_name(file_name);
  if (!name) return tl::unexpected(name.error());
  auto file = parse_sql_file(file_name, text);
  if (!file) return tl::unexpected(file.error());
  auto needs = read_needs(file_name, file->needs);
  if (!needs) return tl::unexpected(needs.error());
  auto params = read_file_params(file_name, file->params);
  if (!params) return tl::unexpected(params.error());
  const auto shape = describe_query(text, file_name);
  if (!shape) return tl::unexpected(shape.error());
  auto columns = read_columns(file_name, *file, *shape);
  if (!columns) return tl::unexpected(columns.error());

  const auto source = std::make_shared<const SqlSource>(
      SqlSource{std::string(file_name), std::string(text), std::move(*params), std::move(*columns)});
  if (auto checked = check_parameters(*source, *file, *shape); !checked)
    return tl::unexpected(checked.error());
  Skill skill;
  skill.info = {.name = std::move(*name),
                .title = std::move(file->title),
                .doc = std::move(file->doc),
                .needs = std::move(*needs)};
  skill.params = source->params;
  skill.columns = source->columns;
  skill.run = [source](const SkillContext& context, const CheckedParams& params) {
    return run(*source, context, params);
  };
  return skill;
}

std::vector<std::string_view> need_words() {
  std::vector<std::string_view> words;
  for (const NeedWord& each : kNeedWords) words.push_back(each.word);
  return words;
}

}  // namespace nsys_ai
