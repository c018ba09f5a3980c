// Which tables and columns are in the file? Names and counts only, never values.
#include "skills/list.h"

namespace nsys_ai::schema_inspect_skill {
namespace {

struct Params {
  int64_t limit = 0;
  std::string table;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("table", p.table, "Only tables whose name contains this; empty means all.");
}

struct Row {
  std::string table;
  std::string column;
  std::string type;
  int64_t rows = 0;
  std::string used_by;
};
template <class F>
void fields(Row& r, F& f) {
  f("table", r.table, "The table, as the file names it.");
  f("column", r.column, "One of its columns.");
  f("type", r.type, "The type that the file declares; cells may hold something else.");
  f("rows", r.rows, "How many rows the table has.");
  f("used_by", r.used_by, "The family of events that is read from the table; empty when it is not read.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  Rows<Row> rows;
  context.profile.report_of_all_parts();
  for (const FileTable& table : context.profile.tables()) {
    if (table.name.find(params.table) == std::string::npos) continue;
    for (size_t i = 0; i < table.columns.size(); ++i)
      rows.rows.push_back({repaired_text(table.name), repaired_text(table.columns[i]),
                           repaired_text(table.types[i]), table.rows, table.read_as});
  }
  if (rows.rows.empty()) return Empty{"No table's name contains \"" + params.table + "\"."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "schema_inspect",
       .title = "Which tables and columns are in the file?",
       .doc = "One row a column, by table name and then in the order of the file. "
              "The scope does not matter: it is about the file. "
              "Values are never shown, since exports hold whole environments of processes.",
       .needs = {}},
      run);
}

}  // namespace nsys_ai::schema_inspect_skill
