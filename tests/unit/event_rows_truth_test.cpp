// The search and the rows of events on real captures: equal to the skills, and to plain SQL on the file.
#include <map>
#include <set>
#include <sstream>

#include "analysis/nvtx/nvtx_labels.h"
#include "base/text_table.h"
#include "protocol/json.h"
#include "tests/unit/views_case.h"

namespace nsys_ai::test {
namespace {

class EventRowsTruth : public Views {};

std::string between_bars(const std::vector<int64_t>& numbers) {
  std::string text;
  for (const int64_t number : numbers) text += (text.empty() ? "" : "|") + std::to_string(number);
  return text;
}

// A line of CSV; a quote inside quotes stands twice.
std::vector<std::string> csv_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const bool doubled = quoted && line[i] == '"' && i + 1 < line.size() && line[i + 1] == '"';
    if (doubled)
      cells.back() += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    else if (line[i] == ',' && !quoted)
      cells.emplace_back();
    else
      cells.back() += line[i];
  }
  return cells;
}

TEST_P(EventRowsTruth, SearchHasTheTotalsOfTheSkills) {
  using Totals = std::map<std::string, std::pair<int64_t, int64_t>>;
  const auto of_search = [&](NamedKind kind, const std::string& time) {
    const AnswerRows rows = search(kind);
    Totals totals;
    for (size_t i = 0; i < rows.size(); ++i) {
      auto& of =
          totals[kind == NamedKind::nvtx ? normalised_label(rows.text(i, "name")) : rows.text(i, "name")];
      of.first += rows.integer(i, "count");
      of.second += rows.is_null(i, time) ? 0 : rows.integer(i, time);
    }
    return totals;
  };
  const auto of_skill = [&](const std::string& skill, const std::string& name, const std::string& count) {
    const AnswerRows rows(ask_all(profile(), skill));
    Totals totals;
    for (size_t i = 0; i < rows.size(); ++i) {
      auto& of = totals[rows.text(i, name)];
      of.first += rows.integer(i, count) + (skill == "nvtx_summary" ? rows.integer(i, "open") : 0);
      of.second += rows.integer(i, "total_ns");
    }
    return totals;
  };
  EXPECT_EQ(of_search(NamedKind::kernel, "gpu_ns"), of_skill("top_kernels", "name", "calls"));
  EXPECT_EQ(of_search(NamedKind::call, "host_ns"), of_skill("api_summary", "name", "calls"));
  EXPECT_EQ(of_search(NamedKind::nvtx, "host_ns"), of_skill("nvtx_summary", "label", "count"));
  EXPECT_EQ(of_search(NamedKind::copy, "gpu_ns"), of_skill("memory_transfers", "kind", "ops"));
}

// The GPU time of a label is that of the kernels below the outermost of its nodes.
TEST_P(EventRowsTruth, SearchedRangesHaveTheGpuTimeOfTheTree) {
  bool crossing = false;
  for (size_t i = 0; i < profile().nvtx().size(); ++i) crossing |= profile().nvtx().is_start_end(i);
  if (crossing) GTEST_SKIP() << "ranges that need not nest";
  const AnswerRows tree(outline().answer);
  std::map<std::string, int64_t> got, wanted;
  for (size_t i = 0; i < tree.size(); ++i) {
    if (!is_range(tree, i)) continue;
    const std::string label = tree.text(i, "label");
    bool outermost = true;
    for (size_t at = i; outermost && !tree.is_null(at, "parent");) {
      at = static_cast<size_t>(tree.integer(at, "parent"));
      outermost = tree.text(at, "kind") == "thread" || tree.text(at, "label") != label;
    }
    if (outermost) wanted[label] += tree.integer(i, "kernel_ns");
  }
  const AnswerRows found = search(NamedKind::nvtx);
  for (size_t i = 0; i < found.size(); ++i)
    got[normalised_label(found.text(i, "name"))] =
        found.is_null(i, "gpu_ns") ? 0 : found.integer(i, "gpu_ns");
  std::erase_if(wanted, [](const auto& of) { return of.second == 0; });
  std::erase_if(got, [](const auto& of) { return of.second == 0; });
  EXPECT_EQ(got, wanted);
}

TEST_P(EventRowsTruth, SearchedEventsAreAllOfThem) {
  for (const NamedKind kind : kNamedKinds) {
    const AnswerRows names = search(kind);
    const AnswerRows events = search(kind, true);
    int64_t count = 0;
    for (size_t i = 0; i < names.size(); ++i) count += names.integer(i, "count");
    EXPECT_EQ(std::ssize(events.answer().table.rows), count) << name_of(kind);
    std::set<std::string> refs;
    for (size_t i = 0; i < events.size(); ++i) {
      refs.insert(events.text(i, "ref"));
      if (i > 0) {
        EXPECT_LE(events.integer(i - 1, "start_ns"), events.integer(i, "start_ns"));
      }
    }
    EXPECT_EQ(refs.size(), events.size());
  }
}

struct ExportedTable {
  EventType family;
  std::string table;
  std::string where;
};

// Sums in which each row has a weight of its own, so that a value in the wrong row shows.
TEST_P(EventRowsTruth, ExportedRowsAreThoseOfPlainSql) {
  const std::vector<ExportedTable> tables = {
      {EventType::kernels, "CUPTI_ACTIVITY_KIND_KERNEL", "1"},
      {EventType::copies, "CUPTI_ACTIVITY_KIND_MEMCPY", "1"},
      {EventType::memsets, "CUPTI_ACTIVITY_KIND_MEMSET", "1"},
      {EventType::calls, "CUPTI_ACTIVITY_KIND_RUNTIME",
       capture.has("CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass") ? "eventClass NOT IN (67, 77)" : "1"},
      {EventType::nvtx, "NVTX_EVENTS", "eventType IN (34, 59, 60, 70, 71)"}};
  for (const ExportedTable& of : tables) {
    SCOPED_TRACE(of.table);
    std::istringstream in(written(EventFormat::json_lines, {of.family}));
    int64_t rows = 0, starts = 0, lengths = 0, tids = 0;
    for (std::string line; std::getline(in, line); ++rows) {
      const auto row = Json::parse(line);
      ASSERT_TRUE(row) << line;
      const std::string id = *row->find("id")->if_string();
      const int64_t number = std::stoll(id.substr(id.find(':') + 1));
      starts += weighed(number, row->find("start_ns")->if_integer().value());
      if (const Json* length = row->find("duration_ns"))
        lengths += weighed(number, length->if_integer().value());
      if (const Json* tid = row->find("tid")) tids += weighed(number, tid->if_integer().value());
    }
    std::string wanted = "0|0|0|0";
    const std::string weight = "(rowid % 97 + 1) * ";
    if (capture.has(of.table))
      wanted = capture.ask("SELECT count(*), coalesce(sum(" + weight + "(start % 10007)), 0), coalesce(sum(" +
                           weight + "((end - start) % 10007)), 0), " +
                           (capture.has(of.table, "globalTid")
                                ? "coalesce(sum(" + weight + "((globalTid & 0xFFFFFF) % 10007)), 0)"
                                : "0") +
                           " FROM " + of.table + " WHERE " + of.where);
    EXPECT_EQ(between_bars({rows, starts, lengths, tids}), wanted);
  }
}

// Launches by process and correlation id; twins never, and the runtime before the driver.
TEST_P(EventRowsTruth, ExportedLaunchesAreThoseOfPlainSql) {
  if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid") || !capture.has("CUPTI_ACTIVITY_KIND_RUNTIME"))
    GTEST_SKIP() << "no kernels with processes";
  std::istringstream in(written(EventFormat::json_lines, {EventType::kernels}));
  int64_t launched = 0, delays = 0;
  for (std::string line; std::getline(in, line);) {
    const auto row = Json::parse(line);
    ASSERT_TRUE(row);
    const Json* launch = row->find("launch_start_ns");
    if (launch == nullptr) continue;
    ++launched;
    delays += row->find("start_ns")->if_integer().value() - launch->if_integer().value();
  }
  EXPECT_EQ(
      std::to_string(launched) + "|" + std::to_string(delays),
      capture.ask(
          "WITH call AS (SELECT globalTid & ~0xFFFFFF AS pid, correlationId AS id, start, row_number() OVER "
          "(PARTITION BY globalTid & ~0xFFFFFF, correlationId ORDER BY eventClass <> 0, rowid) AS place FROM "
          "CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass NOT IN (67, 77) AND correlationId <> 0) "
          "SELECT count(*), coalesce(sum(k.start - call.start), 0) FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN "
          "call ON call.pid = k.globalPid AND call.id = k.correlationId AND call.place = 1"));
}

// One document, lines and CSV say the same.
TEST_P(EventRowsTruth, ExportsAgree) {
  const std::vector<EventType> all(kEventTypes.begin(), kEventTypes.end());
  for (const ScopeRequest& scope : scopes()) {
    const auto document = Json::parse(written(EventFormat::json, all, scope));
    ASSERT_TRUE(document) << document.error().message;
    std::istringstream lines(written(EventFormat::json_lines, all, scope));
    std::istringstream table(written(EventFormat::csv, all, scope));
    std::string line, cells_line;
    std::getline(table, line);
    const auto head = csv_cells(line);
    const Json::Array& events = *document->find("events")->if_array();
    EXPECT_EQ(document->find("total_events")->if_integer(), std::ssize(events));
    for (const Json& event : events) {
      ASSERT_TRUE(std::getline(lines, line));
      ASSERT_EQ(event.compact(), line);
      ASSERT_TRUE(std::getline(table, cells_line));
      const auto cells = csv_cells(cells_line);
      ASSERT_EQ(cells.size(), head.size()) << cells_line;
      for (size_t i = 0; i < head.size(); ++i) {
        const Json* value = event.find(head[i]);
        std::string text;
        if (value != nullptr)
          text = value->if_integer() ? std::to_string(*value->if_integer()) : one_line(*value->if_string());
        EXPECT_TRUE(cells[i] == text || cells[i] == "'" + text) << cells[i] << " is not " << text;
      }
    }
    EXPECT_FALSE(std::getline(lines, line));
    EXPECT_FALSE(std::getline(table, line));
  }
}

TEST_P(EventRowsTruth, NothingShowsTheCanary) {
  const std::vector<EventType> all(kEventTypes.begin(), kEventTypes.end());
  EXPECT_EQ(written(EventFormat::json, all).find("canary"), std::string::npos);
  EXPECT_EQ(outline_markdown(profile(), outline()).find("canary"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Captures, EventRowsTruth, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(EventRowsTruth);

}  // namespace
}  // namespace nsys_ai::test
