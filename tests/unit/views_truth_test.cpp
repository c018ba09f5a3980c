// The tree of NVTX ranges, the search and the rows of events on real captures: equal to the skills, to unions
// made anew from the rows, and to plain SQL on the file.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <tuple>

#include "analysis/nvtx_labels.h"
#include "base/interval_set.h"
#include "base/text_table.h"
#include "features/event_export.h"
#include "protocol/json.h"
#include "tests/unit/skill_answers.h"
#include "view/name_search_answer.h"
#include "view/nvtx_outline_text.h"

namespace nsys_ai::test {
namespace {

class Views : public testing::TestWithParam<std::filesystem::path> {
 protected:
  const Profile& profile() const { return capture.profile(); }
  Outline outline(OutlineOptions options = {}, const ScopeRequest& scope = {}) const {
    options.limit = 0;
    auto made = nvtx_outline(profile(), scope, options);
    if (!made) throw std::runtime_error(made.error().message);
    return *made;
  }
  AnswerRows search(NamedKind kind, bool instances = false) const {
    SearchOptions options;
    options.text = "*";
    options.kinds = {kind};
    options.limit = 0;
    options.instances = instances;
    auto answer = search_answer(profile(), {}, options);
    if (!answer) throw std::runtime_error(answer.error().message);
    return AnswerRows(std::move(*answer));
  }
  std::string written(EventFormat format, const std::vector<EventFamily>& families,
                      const ScopeRequest& request = {}) const {
    const auto scope = Scope::make(profile(), request);
    if (!scope) throw std::runtime_error(scope.error().message);
    std::string text;
    const auto counts = write_events(profile(), *scope, families, format, [&](std::string_view chunk) {
      text += chunk;
      return true;
    });
    if (!counts) throw std::runtime_error(counts.error().message);
    return text;
  }
  // A window in the middle that cuts events on both sides.
  ScopeRequest middle() const {
    const Interval all = profile().extent();
    ScopeRequest request;
    request.window = Interval{all.start + all.length() / 3, all.end - all.length() / 3};
    return request;
  }
  std::vector<ScopeRequest> scopes() const {
    if (profile().extent().length() < 10) return {{}};
    return {{}, middle()};
  }

  Capture capture{GetParam()};
};

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

bool is_range(const AnswerRows& rows, size_t i) { return rows.text(i, "kind") == "range"; }

TEST_P(Views, TreeAddsUpToTheKernelMapAndTheCoverage) {
  for (const ScopeRequest& scope : scopes()) {
    OutlineOptions options;
    options.kernels = true;
    const AnswerRows rows(outline(options, scope).answer);
    using Totals = std::map<std::pair<std::string, std::string>, std::pair<int64_t, int64_t>>;
    Totals got, wanted;
    int64_t own = 0;
    int64_t roots = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      if (is_range(rows, i)) own += rows.integer(i, "own_kernel_ns");
      if (rows.text(i, "kind") == "thread") roots += rows.integer(i, "kernel_ns");
      if (rows.text(i, "kind") != "kernel") continue;
      auto& of = got[{rows.text(i, "path"), rows.text(i, "label")}];
      of.first += rows.integer(i, "kernels");
      of.second += rows.integer(i, "kernel_ns");
    }
    const AnswerRows map(ask_all(profile(), "nvtx_kernel_map", {}, scope));
    for (size_t i = 0; i < map.size(); ++i)
      wanted[{map.text(i, "path"), map.text(i, "kernel")}] = {map.integer(i, "calls"),
                                                              map.integer(i, "total_ns")};
    EXPECT_EQ(got, wanted);
    const AnswerRows coverage(ask_all(profile(), "nvtx_coverage", {}, scope));
    if (coverage.size() == 0) continue;
    EXPECT_EQ(own, coverage.integer(0, "kernel_ns_in_nvtx"));
    EXPECT_EQ(roots, coverage.integer(0, "kernel_ns_in_nvtx"));
  }
}

// Host times and counts by label, where each range lies on a path.
TEST_P(Views, TreeHasTheRangesOfTheSummary) {
  for (const ScopeRequest& scope : scopes()) {
    const Outline made = outline({}, scope);
    const AnswerRows rows(made.answer);
    std::map<std::string, std::pair<int64_t, int64_t>> got, wanted;
    int64_t count = 0;
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!is_range(rows, i)) continue;
      count += rows.integer(i, "instances");
      if (rows.integer(i, "instances") == 0) continue;
      auto& of = got[rows.text(i, "label")];
      of.first += rows.integer(i, "instances");
      of.second += rows.integer(i, "host_ns");
    }
    const AnswerRows summary(ask_all(profile(), "nvtx_summary", {}, scope));
    int64_t closed = 0;
    for (size_t i = 0; i < summary.size(); ++i) {
      closed += summary.integer(i, "count");
      if (summary.integer(i, "count") == 0) continue;
      auto& of = wanted[summary.text(i, "label")];
      of.first += summary.integer(i, "count");
      of.second += summary.integer(i, "total_ns");
    }
    if (count == closed)
      EXPECT_EQ(got, wanted);
    else
      EXPECT_NE(GetParam().stem().string().find("nsys2022-multi"), std::string::npos)
          << "ranges that end on another thread were known in one capture only";
  }
}

TEST_P(Views, TreeSharesAreNoMoreThanTheWhole) {
  const AnswerRows rows(outline().answer);
  std::vector<int64_t> inside(rows.size(), 0);
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!rows.is_null(i, "parent")) {
      const auto parent = static_cast<size_t>(rows.integer(i, "parent"));
      ASSERT_LT(parent, i);
      EXPECT_EQ(rows.integer(i, "depth"), rows.integer(parent, "depth") + 1);
      inside[parent] += rows.integer(i, "kernel_ns");
    }
    if (!rows.is_null(i, "share")) {
      EXPECT_LE(rows.real(i, "share"), 1.0);
    }
  }
  for (size_t i = 0; i < rows.size(); ++i)
    EXPECT_EQ(rows.integer(i, "kernel_ns"), inside[i] + rows.integer(i, "own_kernel_ns"));
}

// Unions by path, made anew from the rows that are exported.
TEST_P(Views, TreeIsBusyForTheUnionOfItsOperations) {
  for (const ScopeRequest& request : scopes()) {
    const Outline made = outline({}, request);
    const AnswerRows rows(made.answer);
    const auto scope = Scope::make(profile(), request);
    ASSERT_TRUE(scope);
    using Place = std::tuple<int64_t, int64_t, std::string>;  // pid, tid, path
    std::map<Place, std::map<int64_t, std::vector<Interval>>> launched;
    EventRows events(profile(), *scope);
    const auto take = [&]<class Row>(EventFamily family, Row row) {
      for (size_t i = 0; i < events.size(family); ++i) {
        if (!events.read(i, row) || !row.launched.nvtx_path) continue;
        const std::string path(*row.launched.nvtx_path);
        const Interval time{row.ran.start_ns.count, row.ran.end_ns.count};
        for (size_t end = path.find(" > ");; end = path.find(" > ", end + 1)) {
          launched[{row.ran.pid ? row.ran.pid->number : -1, row.launched.launch_tid->number,
                    path.substr(0, end)}][row.ran.device.number]
              .push_back(time);
          if (end == std::string::npos) break;
        }
      }
    };
    take(EventFamily::kernels, KernelEvent());
    take(EventFamily::copies, CopyEvent());
    take(EventFamily::memsets, MemsetEvent());
    take(EventFamily::graphs, GraphEvent());
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!is_range(rows, i)) continue;
      const Place place{rows.is_null(i, "pid") ? -1 : rows.integer(i, "pid"), rows.integer(i, "tid"),
                        rows.text(i, "path")};
      int64_t busy = 0;
      for (const auto& [device, times] : launched[place]) busy += IntervalSet::union_of(times).total();
      EXPECT_EQ(rows.integer(i, "busy_ns"), busy) << rows.text(i, "path");
    }
  }
}

TEST_P(Views, TreeCountsInstancesOverTime) {
  OutlineOptions options;
  options.parts = 7;
  const Outline made = outline(options);
  for (const OutlineLine& line : made.lines) {
    if (line.kind != OutlineLine::range) continue;
    ASSERT_EQ(line.over_time.size(), 7u);
    int64_t sum = 0;
    for (const uint32_t count : line.over_time) {
      EXPECT_LE(count, line.instances);
      sum += count;
    }
    EXPECT_GE(sum, line.instances) << line.label;
  }
}

// Whatever is typed, the shown ranges are those of the whole tree with all that is around them.
TEST_P(Views, TreeShowsTheLongestWithWhatIsAroundThem) {
  const Outline whole = outline();
  if (whole.ranges < 6) GTEST_SKIP() << "few ranges";
  OutlineOptions options;
  options.limit = whole.ranges / 2;
  const auto cut = nvtx_outline(profile(), {}, options);
  ASSERT_TRUE(cut);
  EXPECT_EQ(cut->ranges, whole.ranges / 2);
  EXPECT_TRUE(cut->answer.truncated);
  std::map<uint32_t, const OutlineLine*> all;
  for (const OutlineLine& line : whole.lines) all[line.node] = &line;
  int64_t shortest = INT64_MAX;
  std::set<uint32_t> shown;
  uint32_t depth = 0;
  for (const OutlineLine& line : cut->lines) {
    EXPECT_LE(line.depth, depth + 1) << "a line without the one around it";
    depth = line.depth;
    if (line.kind != OutlineLine::range) continue;
    shown.insert(line.node);
    shortest = std::min(shortest, cut->by_gpu ? line.kernel_time : line.host);
  }
  if (whole.by_gpu)
    for (const auto& [node, line] : all)
      if (line->kind == OutlineLine::range && !shown.contains(node)) {
        EXPECT_LE(line->kernel_time, shortest);
      }
}

TEST_P(Views, TextKeepsWithinItsWidth) {
  const Outline made = outline();
  for (const size_t width : {60u, 80u, 200u}) {
    const std::string text = outline_text(made, {width, Glyphs::unicode});
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) EXPECT_LE(display_width(line), width) << line;
  }
  const std::string plain = outline_text(made, {80, Glyphs::ascii});
  EXPECT_EQ(plain.find("█"), std::string::npos);
}

TEST_P(Views, SearchHasTheTotalsOfTheSkills) {
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
TEST_P(Views, SearchedRangesHaveTheGpuTimeOfTheTree) {
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

TEST_P(Views, SearchedEventsAreAllOfThem) {
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
  EventFamily family;
  std::string table;
  std::string where;
};

// Sums in which each row has a weight of its own, so that a value in the wrong row shows.
TEST_P(Views, ExportedRowsAreThoseOfPlainSql) {
  const std::vector<ExportedTable> tables = {
      {EventFamily::kernels, "CUPTI_ACTIVITY_KIND_KERNEL", "1"},
      {EventFamily::copies, "CUPTI_ACTIVITY_KIND_MEMCPY", "1"},
      {EventFamily::memsets, "CUPTI_ACTIVITY_KIND_MEMSET", "1"},
      {EventFamily::calls, "CUPTI_ACTIVITY_KIND_RUNTIME", "eventClass NOT IN (67, 77)"},
      {EventFamily::nvtx, "NVTX_EVENTS", "eventType IN (34, 59, 60, 70, 71)"}};
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
TEST_P(Views, ExportedLaunchesAreThoseOfPlainSql) {
  if (!capture.has("CUPTI_ACTIVITY_KIND_KERNEL", "globalPid") || !capture.has("CUPTI_ACTIVITY_KIND_RUNTIME"))
    GTEST_SKIP() << "no kernels with processes";
  std::istringstream in(written(EventFormat::json_lines, {EventFamily::kernels}));
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
TEST_P(Views, ExportsAgree) {
  const std::vector<EventFamily> all(kEventFamilies.begin(), kEventFamilies.end());
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
        if (value == nullptr)
          EXPECT_EQ(cells[i], "");
        else if (value->if_integer())
          EXPECT_EQ(cells[i], std::to_string(*value->if_integer()));
        else if (one_line(*value->if_string()) == *value->if_string())
          EXPECT_TRUE(cells[i] == *value->if_string() || cells[i] == "'" + *value->if_string()) << cells[i];
      }
    }
    EXPECT_FALSE(std::getline(lines, line));
    EXPECT_FALSE(std::getline(table, line));
  }
}

TEST_P(Views, NothingShowsTheCanary) {
  const std::vector<EventFamily> all(kEventFamilies.begin(), kEventFamilies.end());
  EXPECT_EQ(written(EventFormat::json, all).find("canary"), std::string::npos);
  EXPECT_EQ(outline_markdown(profile(), outline()).find("canary"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Captures, Views, testing::ValuesIn(captures()), capture_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Views);

}  // namespace
}  // namespace nsys_ai::test
