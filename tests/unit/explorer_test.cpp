// What the explorer of tables says agrees with the files, and its queries give the same answer in the file
// and in the model.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "features/explorer/explorer_page.h"
#include "features/explorer/known_tables.h"
#include "sql/model.h"
#include "tests/support/example.h"
#include "tests/support/needs_captures.h"
#include "tests/unit/model_answers.h"

namespace nsys_ai::test {
namespace {

std::vector<std::string> tables_in(std::string_view sql) {
  std::vector<std::string> names;
  for (const KnownTable& table : known_tables())
    if (sql.find(table.name) != std::string_view::npos) names.emplace_back(table.name);
  return names;
}

// Both answers of each query; how many rows there were. `complete`: the profile has the tables of each of
// them.
size_t expect_same_answers(const std::filesystem::path& path, bool complete) {
  Capture capture(path);
  size_t rows = 0;
  for (const KnownQuery& query : known_queries()) {
    const auto tables = tables_in(query.sql);
    EXPECT_FALSE(tables.empty()) << query.title;
    if (!std::ranges::all_of(tables, [&](const std::string& table) { return capture.has(table); })) {
      EXPECT_FALSE(complete) << query.title;
      continue;
    }
    const std::string answer = capture.ask(std::string(query.sql.substr(0, query.sql.find(';'))));
    EXPECT_EQ(rows_of(capture.profile(), query.model), answer) << path.filename() << ": " << query.title;
    EXPECT_FALSE(complete && answer.empty()) << query.title;
    rows += lines_of(answer).size();
  }
  return rows;
}

TEST(Explorer, QueriesOfFileAndModelAnswerAlike) {
  const TemporaryFolder folder;
  sketch::write(example_sketch(), folder / "example.sqlite");
  EXPECT_GT(expect_same_answers(folder / "example.sqlite", true), 30u);
  EXPECT_GT(known_queries().size(), 5u);
}

TEST(Explorer, QueriesAnswerAlikeOnARealCapture) {
  const auto path = profiles_folder() / "h100_2gpu_1s.sqlite";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << needs_captures();
  EXPECT_GT(expect_same_answers(path, true), 30u);
}

// Whatever is written by hand names what there is.
TEST(Explorer, NamesWhatThereIs) {
  std::set<std::string> model_names;
  for (const TableDoc& table : model()) model_names.insert(table.name);
  std::set<std::string> reached;
  std::set<std::string_view> used;
  for (const KnownTable& table : known_tables()) {
    EXPECT_FALSE(table.columns.empty()) << table.name;
    FileTable of;
    of.name = table.name;
    for (const KnownColumn& column : table.columns) of.columns.emplace_back(column.name);
    for (const std::string& name : model_tables_of(of.name, event_type_of(of))) {
      EXPECT_TRUE(model_names.contains(name)) << table.name << ": " << name;
      reached.insert(name);
    }
    for (const KnownColumn& column : table.columns) {
      used.insert(column.concept_key);
      EXPECT_FALSE(column.first.empty()) << table.name << "." << column.name;
      const std::string to(column.references.substr(0, column.references.find('.')));
      EXPECT_TRUE(to.empty() || known_table(to) != nullptr) << table.name << "." << column.name << ": " << to;
    }
  }
  for (const ColumnConcept& of : column_concepts()) EXPECT_TRUE(used.contains(of.key)) << of.key;
  EXPECT_EQ(used.size(), column_concepts().size() + 1) << "a column has a concept that is not explained";
  // Tables of the model that are made of a file's tables.
  for (const char* name :
       {"kernel", "memcpy", "memset", "graph_run", "runtime_call", "nvtx", "gpu", "process", "thread",
        "stream", "sync", "gpu_metric", "os_call", "mpi_call", "sample_frame", "graph_node"})
    EXPECT_TRUE(reached.contains(name)) << name;
}

// A table that the program reads has words on what it holds, and most of its columns on what they mean.
TEST(Explorer, SaysWhatReadTablesHold) {
  size_t columns = 0, explained = 0;
  for (const KnownTable& table : known_tables()) {
    FileTable of;
    of.name = table.name;
    for (const KnownColumn& column : table.columns) of.columns.emplace_back(column.name);
    const std::string type = event_type_of(of);
    if (type.empty() || type == "enum" || type == "other_event") continue;
    const bool explains_itself =
        type == "gpu_metric" || type == "library_call" || type == "nvtx_payload" || type == "mpi_call";
    EXPECT_TRUE(explains_itself || !table.doc.empty()) << table.name << " (" << type << ")";
    for (const KnownColumn& column : table.columns) {
      ++columns;
      explained += column.meaning.empty() ? 0 : 1;
    }
  }
  EXPECT_GT(explained * 10, columns * 7) << explained << " of " << columns;
}

// Every table and column that a release of a sketch writes is known.
TEST(Explorer, KnowsWhatFilesHave) {
  const TemporaryFolder folder;
  for (const std::string& version : sketch::versions()) {
    sketch::write("gpu 0 stream 7  gemm 0..10us  memcpy_h2d 10..20us [64B]\nnvtx step 0..20us\n",
                  folder / "s.sqlite", version);
    const auto profile = load_profile(folder / "s.sqlite");
    ASSERT_TRUE(profile);
    for (const FileTable& table : (*profile)->tables()) {
      const KnownTable* known = known_table(table.name);
      ASSERT_NE(known, nullptr) << version << ": " << table.name;
      for (const std::string& column : table.columns)
        EXPECT_NE(std::ranges::find(known->columns, column, &KnownColumn::name), known->columns.end())
            << version << ": " << table.name << "." << column;
    }
  }
}

// A page of one's own file has rows and values, but no text that no event names: exports hold environments.
TEST(Explorer, ShowsOnlyTextsThatEventsName) {
  const TemporaryFolder folder;
  const auto path = folder / "s.sqlite";
  sketch::write("gpu 0 stream 7  gemm 0..10us  gemm 20..30us\n", path);
  change(path, "INSERT INTO StringIds VALUES (99999, 'API_KEY=secret')");
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile);
  const std::string page = explorer_page(**profile);
  EXPECT_NE(page.find(R"("name":"CUPTI_ACTIVITY_KIND_KERNEL")"), std::string::npos);
  EXPECT_NE(page.find(R"("rows":2,)"), std::string::npos);
  EXPECT_NE(page.find(": gemm"), std::string::npos);
  EXPECT_EQ(page.find("secret"), std::string::npos);
  EXPECT_EQ(page.find(path.parent_path().string()), std::string::npos)
      << "the folder of a profile concerns nobody";
}

}  // namespace
}  // namespace nsys_ai::test
