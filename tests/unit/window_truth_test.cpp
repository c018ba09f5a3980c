// A part of a run on every capture: its statistics beside what skills answer there, and launches beside plain
// SQL.
#include <gtest/gtest.h>

#include <set>

#include "analysis/kernels/kernel_groups.h"
#include "base/text_table.h"
#include "features/viewer/timeline_window.h"
#include "tests/unit/skill_answers.h"
#include "tests/unit/views_case.h"
#include "view/pages/overview.h"
#include "view/pages/window_page.h"
#include "view/targets/related.h"

namespace nsys_ai::test {
namespace {

class WindowTruth : public Views {
 protected:
  // The tables of a page by their headings, a row a line: cells between bars, shares left out.
  std::map<std::string, std::vector<std::string>> tables(const ScopeRequest& scope, WindowPart part) const {
    return tables(WindowSelection{scope}, part);
  }
  std::map<std::string, std::vector<std::string>> tables(const WindowSelection& chosen,
                                                         WindowPart part) const {
    const auto page = window_page(profile(), chosen, part, {});
    if (!page) throw std::runtime_error(page.error().message);
    std::map<std::string, std::vector<std::string>> all;
    std::string heading;
    for (const Block& block : page->blocks) {
      if (const auto* of = std::get_if<Heading>(&block)) heading = of->text;
      const auto* table = std::get_if<PageTable>(&block);
      if (table == nullptr) continue;
      for (const auto& row : table->rows) {
        std::string line;
        for (const Cell& cell : row)
          line += (line.empty() ? "" : "|") + cell.text.substr(0, cell.text.find(" · "));
        all[heading].push_back(line);
      }
    }
    return all;
  }
  AnswerRows answer(const std::string& skill, const ScopeRequest& scope) const {
    return AnswerRows(ask_all(profile(), skill, {}, scope));
  }
  // "GPU 0 of process 144", as a row names it.
  std::string device(const AnswerRows& rows, size_t row) const {
    for (size_t i = 0; i < profile().devices().size(); ++i) {
      const Device& of = profile().devices()[DeviceIx(i)];
      const auto pid = profile().pid_of(of.process);
      if (of.ordinal != rows.integer(row, "device")) continue;
      if (pid ? !rows.is_null(row, "pid") && rows.integer(row, "pid") == *pid : rows.is_null(row, "pid"))
        return device_name(profile(), DeviceIx(i));
    }
    return "";
  }
  // The whole, a part in its middle that cuts events, and a tenth of it.
  std::vector<ScopeRequest> windows() const {
    const Interval all = profile().extent();
    if (all.duration() < 100) return {};
    std::vector<ScopeRequest> requests(3);
    requests[0].window = all;
    requests[1] = middle();
    requests[2].window =
        Interval{all.start + 4 * (all.duration() / 10), all.start + 5 * (all.duration() / 10)};
    return requests;
  }
};

TEST_P(WindowTruth, TimesAreThoseOfSkills) {
  for (const ScopeRequest& scope : windows()) {
    const AnswerRows overlap = answer("overlap_breakdown", scope);
    const AnswerRows busy = answer("gpu_utilization", scope);
    std::vector<std::string> wanted;
    for (size_t row = 0; row < busy.size(); ++row) {
      const auto ns = [&](const AnswerRows& rows, const char* column) {
        return readable_ns(rows.integer(row, column));
      };
      ASSERT_EQ(device(busy, row), device(overlap, row));
      EXPECT_EQ(busy.integer(row, "busy_ns"), overlap.integer(row, "busy_ns"));
      const bool communicates = overlap.integer(row, "comm_ns") > 0;
      wanted.push_back(device(busy, row) + "|" + ns(busy, "busy_ns") + "|" + ns(overlap, "compute_ns") + "|" +
                       (communicates ? ns(overlap, "comm_ns") : "none") + "|" + ns(busy, "copy_ns") + "|" +
                       ns(overlap, "idle_ns") + "|" + ns(busy, "span_ns"));
    }
    EXPECT_EQ(tables(scope, WindowPart::times)["GPUs"], wanted);
  }
}

TEST_P(WindowTruth, CausesAreThoseOfTheTimeAccount) {
  for (const ScopeRequest& scope : windows()) {
    const AnswerRows account = answer("time_account", scope);
    std::multiset<std::string> wanted;
    for (size_t row = 0; row < account.size(); ++row)
      if (account.text(row, "phase") != "work")
        wanted.insert(device(account, row) + "|" + readable_ns(account.integer(row, "total_ns")) + "|" +
                      readable_count(account.integer(row, "stretches")) + "|" +
                      readable_ns(account.integer(row, "longest_ns")));
    std::multiset<std::string> got;
    auto found = tables(scope, WindowPart::causes);
    for (const std::string& line : found["Why GPUs were idle"]) {
      // Without the words for the use.
      const size_t first = line.find('|');
      got.insert(line.substr(0, first) + line.substr(line.find('|', first + 1)));
    }
    EXPECT_EQ(got, wanted);
  }
}

TEST_P(WindowTruth, NamesAreThoseOfSkills) {
  constexpr size_t kShown = 10;
  for (const ScopeRequest& scope : windows()) {
    auto found = tables(scope, WindowPart::names);
    const auto without_name = [](std::vector<std::string> lines) {
      for (std::string& line : lines) line.erase(0, line.find('|') + 1);
      return lines;
    };
    const auto rows_of = [&](const std::string& skill,
                             const std::vector<std::pair<std::string, bool>>& columns) {
      const AnswerRows rows = answer(skill, scope);
      std::vector<std::string> lines;
      for (size_t row = 0; row < std::min(rows.size(), kShown); ++row) {
        std::string line;
        for (const auto& [column, is_time] : columns) {
          const int64_t value = rows.is_null(row, column) ? 0 : rows.integer(row, column);
          line += (line.empty() ? "" : "|") + (is_time ? readable_ns(value) : readable_count(value));
        }
        lines.push_back(line);
      }
      return lines;
    };
    EXPECT_EQ(
        without_name(found["Kernels"]),
        rows_of("top_kernels", {{"calls", false}, {"total_ns", true}, {"avg_ns", true}, {"max_ns", true}}));
    EXPECT_EQ(
        without_name(found["NVTX ranges"]),
        rows_of("nvtx_summary", {{"count", false}, {"total_ns", true}, {"self_ns", true}, {"max_ns", true}}));
    const AnswerRows copies = answer("memory_transfers", scope);
    std::vector<std::string> wanted;
    for (size_t row = 0; row < copies.size(); ++row)
      wanted.push_back(copies.text(row, "kind") + "|" + readable_count(copies.integer(row, "ops")) + "|" +
                       readable_bytes(copies.integer(row, "bytes")) + "|" +
                       readable_ns(copies.integer(row, "total_ns")));
    std::vector<std::string> got = found["Copies"];
    for (std::string& line : got) line.erase(line.rfind('|'));
    EXPECT_EQ(got, wanted);
  }
}

// What ran on a stream in a window by plain SQL: how many operations, the length of their union, and how many
// kernels of how much time.
std::vector<std::string> stream_in_sql(Capture& capture, const Stream& stream, Interval window) {
  const Device& device = capture.profile().devices()[stream.device];
  const std::string from = std::to_string(window.start), to = std::to_string(window.end);
  std::string all;
  std::string kernels = "SELECT 0 s, 0 e WHERE 0";
  for (const std::string table : {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_MEMCPY",
                                  "CUPTI_ACTIVITY_KIND_MEMSET", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE"}) {
    if (!capture.has(table)) continue;
    std::string rows = "SELECT max(start, " + from + ") s, min(end, " + to + ") e FROM " + table +
                       " WHERE deviceId = " + std::to_string(device.ordinal) +
                       " AND streamId = " + std::to_string(stream.stream) + " AND start < " + to +
                       " AND (end > " + from + " OR start = end AND start >= " + from + ")";
    if (capture.has(table, "contextId")) rows += " AND contextId = " + std::to_string(stream.context);
    if (capture.has(table, "globalPid"))
      rows += " AND globalPid >> 24 = " + std::to_string(capture.profile().processes()[device.process].key);
    if (table.ends_with("KERNEL")) kernels = rows;
    all += (all.empty() ? "" : " UNION ALL ") + rows;
  }
  return table_of(capture.ask(
      "SELECT count(*), ifnull(sum(max(0, e - max(s, p))), 0), (SELECT count(*) FROM (" + kernels +
      ")), (SELECT ifnull(sum(e - s), 0) FROM (" + kernels +
      ")) FROM (SELECT s, e, ifnull(max(e) OVER (ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 "
      "PRECEDING), s) p FROM (" +
      all + "))"))[0];
}

TEST_P(WindowTruth, ChosenStreamsAreThoseOfSql) {
  if (profile().kernels().size() == 0) return;
  const ScopeRequest scope = middle();
  size_t compared = 0;
  for (size_t at = 0; at < std::min<size_t>(profile().streams().size(), 40); ++at) {
    const StreamIx stream(at);
    const auto wanted = stream_in_sql(capture, profile().streams()[stream], *scope.window);
    const auto found = tables({scope, {stream}}, WindowPart::times)["The chosen stream"];
    ASSERT_EQ(found.size(), wanted[0] == "0" ? 0u : 1u) << at;
    if (found.empty()) continue;
    ++compared;
    const std::string figures = found[0].substr(found[0].find('|') + 1);
    EXPECT_EQ(figures.substr(0, figures.rfind('|')),
              readable_ns(std::stoll(wanted[1])) + "|" + readable_count(std::stoll(wanted[0])) + "|" +
                  readable_count(std::stoll(wanted[2])) + "|" + readable_ns(std::stoll(wanted[3])))
        << at;
    size_t kernels = 0;
    for (const KernelGroup& of :
         kernel_groups(profile(), Scope::make(profile(), scope)->on({stream}), KernelGrouping::name))
      kernels += static_cast<size_t>(of.calls);
    EXPECT_EQ(std::to_string(kernels), wanted[2]) << at;
  }
  std::cout << compared << " streams compared\n";
}

// The calls with an operation's id, of its process, runtime before driver, without backtraces.
std::string launches_in_sql(Capture& capture, const std::string& limit) {
  const std::string kernels = "CUPTI_ACTIVITY_KIND_KERNEL", calls = "CUPTI_ACTIVITY_KIND_RUNTIME";
  if (!capture.has(kernels) || !capture.has(calls)) return "";
  const std::string of_process =
      capture.has(kernels, "globalPid") ? "AND (r.globalTid & ~16777215) = k.globalPid " : "";
  return capture.ask("SELECT k.rowid, (SELECT r.rowid FROM " + calls +
                     " r WHERE r.correlationId = k.correlationId " + of_process +
                     (capture.has(calls, "eventClass")
                          ? "AND r.eventClass <> 67 ORDER BY r.eventClass, r.rowid"
                          : "ORDER BY r.rowid") +
                     " LIMIT 1) FROM " + kernels + " k " + limit);
}

// Some two hundred kernels, from the first to the last.
TEST_P(WindowTruth, LaunchesAndKernelsAreThoseOfSql) {
  const size_t kernels = profile().kernels().size();
  if (kernels == 0) return;
  const size_t step = std::max<size_t>(1, kernels / 200);
  size_t launched = 0;
  for (const auto& row : table_of(launches_in_sql(
           capture, "WHERE (k.rowid - 1) % " + std::to_string(step) + " = 0 ORDER BY k.rowid"))) {
    const std::string kernel = "kernel:" + row[0];
    const std::string call = row[1].empty() ? "" : "runtime_call:" + row[1];
    std::string found;
    const auto of_kernel = related(profile(), kernel);
    ASSERT_TRUE(of_kernel) << kernel;
    for (const RelatedEvent& each : *of_kernel)
      if (each.relation == Relation::launched_by) found = each.event.target;
    EXPECT_EQ(found, call) << kernel;
    if (call.empty()) continue;
    ++launched;
    const auto of_call = related(profile(), call);
    ASSERT_TRUE(of_call) << call;
    const auto is_it = [&](const RelatedEvent& each) {
      return each.relation == Relation::launches && each.event.target == kernel;
    };
    const auto several = std::count_if(of_call->begin(), of_call->end(), [](const RelatedEvent& each) {
      return each.relation == Relation::launches;
    });
    // Of a graph's kernels the first few are listed.
    EXPECT_TRUE(std::any_of(of_call->begin(), of_call->end(), is_it) || several == 8)
        << call << " " << kernel;
  }
  std::cout << launched << " launches compared\n";
}

INSTANTIATE_TEST_SUITE_P(Captures, WindowTruth, testing::ValuesIn(captures()), test_name_of_path);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(WindowTruth);

}  // namespace
}  // namespace nsys_ai::test
