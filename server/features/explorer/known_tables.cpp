// Reads lines of fields between tabs; queries are SQL between comments.
#include "features/explorer/known_tables.h"

#include <algorithm>
#include <map>
#include <string>

#include "base/embedded.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_explorer();

namespace {

using Fields = std::vector<std::string_view>;

std::string_view explorer_file(std::string_view name) {
  for (const EmbeddedFile& file : embedded_explorer())
    if (file.name.ends_with(name)) return file.content;
  return {};
}

Fields split_at(std::string_view text, char by) {
  Fields parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(by, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// Lines of fields, without comments.
std::vector<Fields> lines_of(std::string_view text) {
  std::vector<Fields> lines;
  for (const std::string_view line : split_at(text, '\n'))
    if (!line.empty() && line[0] != '#') lines.push_back(split_at(line, '\t'));
  return lines;
}

struct ColumnWords {
  std::string_view concept_key;
  std::string_view meaning;
};

// What words.tsv says.
struct ExplorerWords {
  std::vector<TableGroup> groups;
  std::vector<ColumnConcept> concepts;
  std::map<std::string_view, std::string_view> docs;
  std::map<std::string_view, Fields> models;
  std::map<std::string, ColumnWords, std::less<>> columns;  // by name, or TABLE.name
};

ExplorerWords read_words() {
  ExplorerWords words;
  for (const Fields& line : lines_of(explorer_file("words.tsv"))) {
    if (line[0] == "group") words.groups.push_back({line[1], split_at(line[2], ' '), line[3]});
    if (line[0] == "concept") words.concepts.push_back({line[1], line[2], line[3]});
    if (line[0] == "table") words.docs[line[1]] = line[2];
    if (line[0] == "model") words.models[line[1]] = split_at(line[2], ' ');
    if (line[0] == "column")
      for (const std::string_view name : split_at(line[1], ' '))
        words.columns[std::string(name)] = {line[2] == "-" ? std::string_view() : line[2], line[3]};
  }
  return words;
}

const ExplorerWords& explorer_words() {
  static const ExplorerWords words = read_words();
  return words;
}

bool is_of_cuda(std::string_view table) {
  return table.starts_with("CUPTI_") || table.starts_with("CUDA_") ||
         table.starts_with("TARGET_INFO_CUDA_") || table.starts_with("TARGET_INFO_NVTX_CUDA_");
}

ColumnWords words_of(std::string_view table, const KnownColumn& column) {
  const auto& columns = explorer_words().columns;
  const std::string name(column.name);
  auto found = columns.find(std::string(table) + "." + name);
  if (found == columns.end() && is_of_cuda(table)) found = columns.find("CUDA." + name);
  if (found == columns.end()) found = columns.find(name);
  ColumnWords words = found == columns.end() ? ColumnWords{} : found->second;
  // What a column refers to says more of its concept than its name does.
  if (column.references.starts_with("StringIds.")) words.concept_key = "text";
  if (column.references.starts_with("ENUM_")) words.concept_key = "enum";
  return words;
}

KnownTable named_table(std::string_view name) {
  const ExplorerWords& words = explorer_words();
  KnownTable table{name, {}, group_of_table(name), {}, {}};
  if (const auto doc = words.docs.find(name); doc != words.docs.end()) table.doc = doc->second;
  if (const auto model = words.models.find(name); model != words.models.end()) table.model = model->second;
  return table;
}

std::vector<KnownTable> read_tables() {
  std::vector<KnownTable> tables;
  auto lines = lines_of(explorer_file("tables.tsv"));
  lines.erase(lines.begin());
  for (const Fields& line : lines) {
    if (tables.empty() || tables.back().name != line[0]) tables.push_back(named_table(line[0]));
    KnownColumn column{line[1], line[2], !line[3].empty(), !line[5].empty(), line[4], line[6], line[7],
                       {},      {}};
    const ColumnWords words = words_of(line[0], column);
    column.concept_key = words.concept_key;
    column.meaning = words.meaning;
    tables.back().columns.push_back(column);
  }
  return tables;
}

std::vector<KnownQuery> read_queries() {
  constexpr std::string_view kTitle = "-- title: ", kAbout = "-- about: ", kModel = "-- model:\n";
  std::vector<KnownQuery> queries;
  std::string_view text = explorer_file("queries.sql");
  const auto stripped = [](std::string_view part) {
    while (part.ends_with('\n')) part.remove_suffix(1);
    return part;
  };
  for (size_t at = text.find(kTitle); at != std::string_view::npos;) {
    const size_t next = text.find(kTitle, at + 1);
    const std::string_view entry = text.substr(at, next == std::string_view::npos ? next : next - at);
    const size_t about = entry.find(kAbout), sql = entry.find('\n', about) + 1, model = entry.find(kModel);
    queries.push_back({stripped(entry.substr(kTitle.size(), about - kTitle.size())),
                       stripped(entry.substr(about + kAbout.size(), sql - about - kAbout.size())),
                       stripped(entry.substr(sql, model - sql)),
                       stripped(entry.substr(model + kModel.size()))});
    at = next;
  }
  return queries;
}

}  // namespace

std::span<const KnownTable> known_tables() {
  static const std::vector<KnownTable> tables = read_tables();
  return tables;
}

std::span<const TableGroup> table_groups() { return explorer_words().groups; }

std::span<const ColumnConcept> column_concepts() { return explorer_words().concepts; }

std::span<const KnownQuery> known_queries() {
  static const std::vector<KnownQuery> queries = read_queries();
  return queries;
}

const KnownTable* known_table(std::string_view name) {
  static const auto by_name = [] {
    std::map<std::string_view, const KnownTable*> tables;
    for (const KnownTable& table : known_tables()) tables[table.name] = &table;
    return tables;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

size_t group_of_table(std::string_view name) {
  const auto groups = table_groups();
  for (size_t i = 0; i < groups.size(); ++i)
    for (const std::string_view prefix : groups[i].prefixes)
      if (name.starts_with(prefix)) return i;
  return groups.size() - 1;
}

}  // namespace nsys_ai
