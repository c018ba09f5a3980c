// nsys-ai schema: the tables of an export, as text or as a page to look around in.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>

#include "base/loss_notes.h"
#include "base/quantity.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/terminal.h"
#include "features/explorer/explorer_page.h"
#include "features/explorer/known_tables.h"
#include "features/wire.h"
#include "protocol/write.h"
#include "view/pages/page.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

struct SchemaOptions {
  ProfileArguments profile;
  std::string format;
  std::string html;
  std::string table;
};

Error no_such_table(const std::string& table, bool of_file) {
  return {ErrorCode::bad_request,
          fmt::format("{} has no table {}.", of_file ? "The profile" : "No release that is known",
                      one_line(table)),
          of_file ? "`nsys-ai schema PROFILE` lists the tables of the file."
                  : "`nsys-ai schema` lists all tables."};
}

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// Where a column was seen: "2022.2 on", "2021.2 to 2022.4".
std::string releases_of(const KnownColumn& column) {
  if (column.last.empty()) return fmt::format("{} on", column.first);
  if (column.first == column.last) return std::string(column.first);
  return fmt::format("{} to {}", column.first, column.last);
}

PageTable listed_tables(const std::vector<FileTable>& tables, bool of_file) {
  PageTable list;
  list.header = {text_cell("table")};
  if (of_file) list.header.push_back(text_cell("rows"));
  for (const char* title : {"columns", "as a table of `nsys-ai query`", "what it holds"})
    list.header.push_back(text_cell(title));
  for (const FileTable& table : tables) {
    const KnownTable* known = known_table(table.name);
    std::vector<Cell> row = {text_cell(one_line(table.name))};
    if (of_file) row.push_back(count_cell(table.rows));
    row.push_back(count_cell(static_cast<int64_t>(table.columns.size())));
    row.push_back(text_cell(list_of(model_tables_of(table.name, table.read_as))));
    row.push_back(text_cell(std::string(known ? known->doc : "")));
    list.rows.push_back(std::move(row));
  }
  list.sentences = {list.header.size() - 1};
  return list;
}

PageTable listed_columns(const FileTable& table) {
  const KnownTable* known = known_table(table.name);
  PageTable list;
  for (const char* title : {"column", "type", "refers to", "seen in releases", "what it means"})
    list.header.push_back(text_cell(title));
  for (size_t i = 0; i < table.columns.size(); ++i) {
    KnownColumn column;
    if (known != nullptr)
      for (const KnownColumn& each : known->columns)
        if (each.name == table.columns[i]) column = each;
    list.rows.push_back({text_cell(one_line(table.columns[i])), text_cell(one_line(table.types[i])),
                         text_cell(std::string(column.references)),
                         text_cell(column.name.empty() ? "" : releases_of(column)),
                         text_cell(std::string(column.meaning))});
  }
  list.sentences = {list.header.size() - 1};
  return list;
}

std::vector<FileTable> all_known_tables() {
  std::vector<FileTable> tables;
  for (const KnownTable& known : known_tables()) {
    FileTable table;
    table.name = known.name;
    for (const KnownColumn& column : known.columns) {
      table.columns.emplace_back(column.name);
      table.types.emplace_back(column.type);
    }
    table.read_as = event_type_of(table);
    tables.push_back(std::move(table));
  }
  return tables;
}

int write_explorer(const std::string& output, const std::string& page) {
  if (output == "-") return print(page);
  OutputFile file(output);
  if (!file.opened() || !file.write(page) || !file.finish()) return not_written(output, errno);
  std::fputs(
      fmt::format("{}: {}\n", one_line(output), readable_bytes(static_cast<int64_t>(page.size()))).c_str(),
      stderr);
  return kAnswered;
}

int run_schema(const SchemaOptions& options) {
  const bool of_file = !options.profile.path.empty();
  ProfilePtr profile;
  LossNotes losses;
  if (of_file) {
    if (auto checked = check_output(options.html, options.profile.path); !checked)
      return report(checked.error());
    auto opened = open_profile(options.profile.path);
    if (!opened) return report(opened.error());
    profile = *opened;
    profile->report_of_all_parts();
  }
  if (!options.html.empty())
    return write_explorer(options.html, of_file ? explorer_page(*profile) : explorer_page());
  const std::vector<FileTable> tables = of_file ? profile->tables() : all_known_tables();
  Page page;
  page.title = of_file ? profile->info().path.filename().string() : "Tables of Nsight Systems' exports";
  if (options.table.empty()) {
    page.blocks.emplace_back(listed_tables(tables, of_file));
  } else {
    const auto table = std::ranges::find(tables, options.table, &FileTable::name);
    if (table == tables.end()) return report(no_such_table(options.table, of_file));
    page.blocks.emplace_back(listed_columns(*table));
  }
  add_loss_notes(losses, page);
  if (options.format == "json") return print(write_json(wire_page(page)).pretty() + "\n");
  return print(text_for_terminal(page));
}

}  // namespace

void add_schema(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<SchemaOptions>();
  CLI::App* command = program.add_subcommand(
      "schema", "The tables of an export, what their columns mean, and the same data in `nsys-ai query`");
  options->profile.add_path(*command);
  command->get_option("PROFILE")->required(false);
  command->add_option("--table", options->table, "The columns of this table")->type_name("TABLE");
  command
      ->add_option(
          "-o,--html", options->html,
          "Write a page to look around in, which opens from the disk; with a profile, of its tables with "
          "their rows and a few values; - is standard output")
      ->check(invalid_file_name)
      ->type_name("FILE");
  add_format(*command, options->format, {"text", "json"});
  command->callback([options, &run] { run = [options] { return run_schema(*options); }; });
}

}  // namespace nsys_ai
