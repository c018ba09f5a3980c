// Which copies use pageable host memory? One row per direction and call.
#include "analysis/host/blocking_operations.h"
#include "analysis/memory/transfers.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::pageable_copies_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string kind;
  std::optional<std::string> api;
  int64_t ops = 0;
  Bytes bytes;
  Ns total_ns;
  std::optional<std::string> async;
};
template <class F>
void fields(Row& r, F& f) {
  f("kind", r.kind, "Direction, such as Host-to-Device.");
  f("api", r.api, "The call, without its version; none where no call was recorded.");
  f("ops", r.ops, "How many copies.");
  f("bytes", r.bytes, "What they moved inside the scope.");
  f("total_ns", r.total_ns, "Their durations added up.");
  f("async", r.async, "Whether the call's name says Async: yes or no; none where no call was recorded.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  Rows<Row> rows;
  for (const PageableCopies& of : pageable_copies_of(context.profile, context.scope)) {
    Row row{std::string(copy_kind_name(of.copy_kind)),
            std::nullopt,
            of.operations,
            Bytes{of.bytes},
            Ns{of.total},
            std::nullopt};
    if (!of.api.empty()) {
      row.api = std::string(of.api);
      row.async = of.async ? "yes" : "no";
    }
    rows.rows.push_back(std::move(row));
  }
  if (rows.rows.empty()) return Empty{"No copy of this scope uses pageable host memory."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "pageable_copies",
       .title = "Which copies use pageable host memory?",
       .doc =
           "Copies whose source or destination is memory of kind 0, pageable, by direction and call, the longest summed time first. "
           "Pinned memory, kind 1, is never among them. "
           "Launches are looked up by process and correlation id. "
           "What straddles the window counts in proportion.",
       .reading =
           "An asynchronous copy of pageable memory is staged through a buffer and may block the host all the same: allocate with cudaMallocHost or pin_memory=True. memory_bandwidth shows what it costs in speed.",
       .source =
           "The rule cuda_memcpy_async of nsys analyze lists those of calls with Async in their names, one by one.",
       .limits = "Exports say of what kind memory is, not who allocated it.",
       .needs = {Need::copy}},
      run);
}

}  // namespace nsys_ai::pageable_copies_skill
