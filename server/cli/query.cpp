// nsys-ai query: runs a SELECT statement over the relational model.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <iterator>

#include "base/memory.h"
#include "base/quantity.h"
#include "cli/common.h"
#include "cli/print_answer.h"
#include "skill/query_answer.h"
#include "sql/model_page.h"

namespace nsys_ai {
namespace {

struct QueryOptions {
  ProfileArguments profile;
  std::string sql;
  std::string format;
  std::string timeout = "5s";
  int64_t limit = QueryLimits{}.rows;
  bool schema = false;
};

constexpr int64_t kNsPerMs = 1'000'000;
constexpr int64_t kMaxRows = INT32_MAX;

QueryLimits limits_of(const QueryOptions& options) {
  QueryLimits limits;
  limits.rows = options.limit > 0 ? options.limit : kMaxRows;
  // A higher row limit raises the byte limit in proportion.
  limits.bytes = std::clamp(limits.rows / QueryLimits{}.rows * limits.bytes, limits.bytes,
                            std::max(limits.bytes, memory_left() / 4));
  limits.time = std::chrono::milliseconds(parse_duration(options.timeout).value_or(0) / kNsPerMs);
  return limits;
}

int run_query_command(const QueryOptions& options) {
  if (options.schema) return print(model_page());
  if (options.profile.path.empty() || options.sql.empty())
    return report({ErrorCode::bad_request, "A query needs a PROFILE and a statement.",
                   "nsys-ai query PROFILE \"SELECT name, sum(duration) FROM kernel GROUP BY name\"; "
                   "nsys-ai query --schema lists the tables."});
  std::string sql = options.sql;
  if (sql == "-") sql.assign(std::istreambuf_iterator<char>(std::cin), {});
  // Reports errors in the query before reading a large profile.
  if (const auto shape = describe_query(sql); !shape) return report(shape.error());
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  const auto answer =
      answer_query(**profile, options.profile.scope(), sql, limits_of(options), command_work());
  if (!answer) return report(answer.error());
  return print_answer(std::move(*answer), options.format);
}

std::string why_no_duration(const std::string& word) {
  const auto duration = parse_duration(word);
  if (duration && *duration >= kNsPerMs) return "";
  return fmt::format("\"{}\" is no duration such as 500ms or 30s", word);
}

}  // namespace

void add_query(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<QueryOptions>();
  CLI::App* command = program.add_subcommand(
      "query", "One SELECT of your own over the tables of a profile, read-only and within limits");
  options->profile.add_path(*command);
  command->get_option("PROFILE")->required(false);
  command->add_option("SQL", options->sql, "The statement; - reads it from standard input");
  options->profile.add_scope(*command);
  add_limit(*command, options->limit, "How many rows at most; 0 means all", kMaxRows);
  command->add_option("--timeout", options->timeout, "When to give up")
      ->check(why_no_duration)
      ->capture_default_str()
      ->type_name("DURATION");
  command->add_flag("--schema", options->schema, "Print the tables and their columns, and ask nothing");
  add_answer_format(*command, options->format);
  command->callback([options, &run] { run = [options] { return run_query_command(*options); }; });
}

}  // namespace nsys_ai
