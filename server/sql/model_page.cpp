// Made from the lists of columns alone, so that it cannot differ from what a query meets.
#include "sql/model_page.h"

#include <fmt/format.h>

#include "sql/model.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kHead = R"(# The relational model

What `nsys-ai query PROFILE "SELECT ..."`, `nsys/query` and `.sql` skills read. `nsys-ai query --schema` prints this page.

Names do not depend on the release that wrote the capture. Times are nanoseconds on the capture's clock; ids are event references such as `kernel:1234`, which every face resolves.
Everything is clipped to the window and the GPUs that were asked for (`--trim`, `--gpu`), so that `sum(duration)` is right as it stands.
`correlation` is unique in its process only: join by `launch`, which is the reference of the call that launched an operation.
GPUs are told apart by (`process`, `device`), streams by (`process`, `context`, `stream`).

A statement is one `SELECT` and reads only these tables. It is stopped after 5 seconds, 1,000 rows or 4 MB, and says so; `nsys-ai query --help` tells how to allow more.
)";

std::string type_of(const Column& column) {
  const std::string_view unit = name_of(column.unit);
  return unit.empty() ? std::string(name_of(column.type)) : fmt::format("{}, {}", name_of(column.type), unit);
}

}  // namespace

std::string model_page() {
  std::string page(kHead);
  for (const TableDoc& table : model()) {
    page +=
        fmt::format("\n## {}\n\n{}\n\n| Column | Type | Meaning |\n|---|---|---|\n", table.name, table.doc);
    for (const Column& column : table.columns)
      page += fmt::format("| `{}` | {} | {} |\n", column.name, type_of(column), column.doc);
  }
  return page;
}

}  // namespace nsys_ai
