// What a query should be answered, by plain SQL on the export itself.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/value.h"
#include "question/query.h"
#include "tests/question/raw_export.h"

namespace nsys_ai::test {

struct PlainAnswer {
  std::string sql;  // what was asked; its tables are those of RawExport
  std::vector<Value>
      right;  // first facts that are right: several where things tie, or a name has two spellings
  bool may_refuse = false;  // whether a refusal is right too; without a right fact it alone is
};

// Nothing for what cannot be told without the program's own reading of the profile, or what could be meant in
// two ways.
std::optional<PlainAnswer> plain_answer(RawExport& raw, const AskQuery& query);

bool agrees(const Value& told, const PlainAnswer& plain);
std::string shown(const Value& value);

// ---- parts, each a file

// The events of a query as a SELECT: p, dev, ctx, st, tid, name, domain, copy, s, e, d, cut_bytes, latency,
// queue, regs, blocks, threads, smem. `narrowed` tells whether the conditions are applied, besides the part
// of the run. Nothing for what is not covered.
std::optional<std::string> plain_events(RawExport& raw, const AskQuery& query, bool narrowed);

// The figure of one event as an expression over those columns; empty for what is none.
std::string_view figure_of(Measure measure);
// Whether it is told in whole ns or bytes.
bool is_whole(Measure measure);
// CUPTI's number of a direction as people say it.
std::string direction_of(std::string_view column);

// One figure of all events: a row of which the second cell is it; of a deviation its square.
std::string plain_statistic(const AskQuery& query, Measure measure, const std::string& events);
std::optional<PlainAnswer> plain_single(RawExport& raw, const AskQuery& query, const std::string& events);
std::optional<PlainAnswer> plain_group(RawExport& raw, const AskQuery& query, const std::string& events);

// Gaps in the union of a GPU's operations, as events. `apart` tells whether processes have GPUs of their own.
std::string plain_gaps(RawExport& raw, const AskQuery& query, bool apart);

// Figures of GPUs, and GPUs by them.
std::optional<PlainAnswer> plain_gpu_answer(RawExport& raw, const AskQuery& query);

// A number of SQLite as a right fact. Where it is rounded to a whole one, half may go to either side.
void add_number(PlainAnswer& answer, const std::string& cell, bool rounded);

// Whether processes in the query's part of the run call a GPU by the same number.
bool shares_gpu_numbers(RawExport& raw, const AskQuery& query);

// Ids in raw_name of what a name means: `of` is kernel, call, nvtx or os. Nothing where it could be meant in
// two ways.
std::optional<std::string> plain_names(RawExport& raw, std::string_view of, const std::string& name);

// The bounds of a query as a condition on columns of events.
std::string plain_bounds(const AskQuery& query);

// Of rows with a name: kernels that NCCL names.
constexpr std::string_view kCommunicates =
    "name IN (SELECT id FROM raw_name WHERE name LIKE 'nccl%' OR short LIKE 'nccl%')";

// The part of the run as a condition on rows with p, dev, st, s and e.
std::string plain_part(RawExport& raw, const AskQuery& query, bool on_gpu);
std::string cut_start(const AskQuery& query, std::string_view column);
std::string cut_end(const AskQuery& query, std::string_view column);

}  // namespace nsys_ai::test
