// The tool that lists the tables that a query may read, or the columns of one table.
#include "sql/model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quotation.h"
#include "protocol/write.h"
#include "tools/tool.h"

namespace nsys_ai {
namespace {

struct SchemaTool {
  std::optional<std::string> table;
  std::optional<int64_t> bytes;
};
template <class F>
void fields(SchemaTool& v, F& f) {
  f("table", v.table, "With its columns. Without it: the names of all.");
  f("bytes", v.bytes, "Of the answer at most; default 4000.");
}

struct TablesStructure {
  std::string schema = "nsys-ai.tables/1";
  std::optional<std::string> table = {};
  std::optional<bool> truncated = {};
};
template <class F>
void fields(TablesStructure& v, F& f) {
  f("schema", v.schema, "nsys-ai.tables/1.");
  f("table", v.table, "Which table is described.");
  f("truncated", v.truncated, "Whether lines are left out.");
}

// The columns in the form "name type, unit: meaning".
std::string text_of_table(const TableDoc& table) {
  std::string params;
  for (const ParamDoc& param : table.params)
    params += fmt::format("{}{} = {}", params.empty() ? "" : ", ", param.column.name, param.otherwise);
  std::string text =
      fmt::format("{}{}: {}\n", table.name, params.empty() ? "" : "(" + params + ")", table.doc);
  for (const ParamDoc& param : table.params)
    text +=
        fmt::format("parameter {} {}: {}\n", param.column.name, type_words(param.column), param.column.doc);
  for (const Column& column : table.columns)
    text += fmt::format("{} {}: {}\n", column.name, type_words(column), column.doc);
  return text;
}

Result<ToolAnswer> run(const ToolContext& context, const SchemaTool& params, const Work&) {
  const auto room = byte_limit_for(context, params.bytes);
  if (!room) return tl::unexpected(room.error());
  const std::vector<TableDoc> tables = model();
  TablesStructure structure;
  if (!params.table) {
    std::string text;
    for (const TableDoc& table : tables)
      text += fmt::format("{}{}\n", table.name, table.params.empty() ? "" : "()");
    return fitted_text(text + "Names with () are functions. `schema` with a table lists its columns.\n",
                       write_json(structure), *room, "Ask with more bytes.");
  }
  const auto found = std::ranges::find(tables, *params.table, &TableDoc::name);
  if (found == tables.end())
    return fail(ErrorCode::bad_request, "There is no table " + quotation(*params.table) + ".",
                "`schema` without a table lists them.");
  structure.table = found->name;
  return fitted_text(text_of_table(*found), write_json(structure), *room, "Ask with more bytes.");
}

}  // namespace

Tool schema_tool() {
  Tool tool = make_tool<SchemaTool, TablesStructure>(
      "schema", "Tables for queries",
      "The tables that `query` reads: all names, or the columns of one with units and meanings.", run);
  tool.needs_profile = false;
  return tool;
}

}  // namespace nsys_ai
