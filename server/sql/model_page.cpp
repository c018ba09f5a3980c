// Generated from the lists of columns, so that it cannot differ from the actual tables.
#include "sql/model_page.h"

#include <fmt/format.h>

#include "sql/model.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kHead = R"(# The relational model

What `nsys-ai query PROFILE "SELECT ..."`, `nsys/query` and `.sql` skills read. `nsys-ai query --schema` prints this page.

Names do not depend on the release that wrote the capture. Times are nanoseconds on the capture's clock; ids are event references such as `kernel:1234`. Events that no reference names have `row`, the number of their row in the table of the file.
Everything is clipped to the window and the GPUs that were asked for (`--trim`, `--gpu`), so that `sum(duration)` is right as it stands. A table whose events the capture does not have is empty.
`correlation` is unique in its process only: join by `launch`, which is the reference of the call that launched an operation.
GPUs are distinguished by (`process`, `device`), streams by (`process`, `context`, `stream`).

Tables with parameters are functions, of which each gives what the skill of that question gives: `FROM gpu_gap('1ms')`, `FROM gpu_gap WHERE min_gap = '1ms'`, or `FROM gpu_gap` with the defaults. Durations are whole nanoseconds or texts such as `'60us'`; NULL stands for the default. What narrows a function's work is a parameter; what only narrows its rows is a condition.

Columns of an answer have units where they are columns of the model, or `sum`, `total`, `avg`, `min`, `max` or `count` of one, also by way of aliases and subqueries. Other expressions have none.

A statement is one `SELECT` and reads only these tables. It is stopped after 5 seconds, 1,000 rows or 4 MB, and says so; `nsys-ai query --help` says how to allow more.
)";

// The name, followed by a function's parameters in order.
std::string heading(const TableDoc& table) {
  if (table.params.empty()) return table.name;
  std::string params;
  for (const ParamDoc& param : table.params)
    params += fmt::format("{}{}", params.empty() ? "" : ", ", param.column.name);
  return fmt::format("{}({})", table.name, params);
}

}  // namespace

std::string model_page() {
  std::string page(kHead);
  for (const TableDoc& table : model()) {
    page += fmt::format("\n## {}\n\n{}\n", heading(table), table.doc);
    if (!table.params.empty()) page += "\n| Parameter | Type | Default | Meaning |\n|---|---|---|---|\n";
    for (const ParamDoc& param : table.params)
      page += fmt::format("| `{}` | {} | {} | {} |\n", param.column.name, type_words(param.column),
                          param.otherwise, param.column.doc);
    page += "\n| Column | Type | Meaning |\n|---|---|---|\n";
    for (const Column& column : table.columns)
      page += fmt::format("| `{}` | {} | {} |\n", column.name, type_words(column), column.doc);
  }
  return page;
}

}  // namespace nsys_ai
