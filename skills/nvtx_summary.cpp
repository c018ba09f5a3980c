// Which NVTX ranges are there, and how long do they last on the host? One row per label, domain and style.
#include "analysis/nvtx/nvtx_summary.h"
#include "analysis/nvtx/meanwhile.h"
#include "analysis/nvtx/nvtx_domains.h"
#include "analysis/nvtx/nvtx_labels.h"
#include "skills/list.h"

namespace nsys_ai::nvtx_summary_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string label;
  std::string domain;
  std::string style;
  int64_t count = 0;
  Ns total_ns;
  Ns self_ns;
  std::optional<Ns> min_ns;
  std::optional<Ns> p50_ns;
  std::optional<Ns> max_ns;
  int64_t open = 0;
};
template <class F>
void fields(Row& r, F& f) {
  f("label", r.label, "The text of the ranges without what distinguishes instances, such as `step #`.");
  f("domain", r.domain, "The NVTX domain; empty for the default one.");
  f("style", r.style, "push/pop, or start/end, which may end on another thread.");
  f("count", r.count, "How many closed ranges of it touch the scope, on all threads.");
  f("total_ns", r.total_ns, "Their time on the host inside the scope, summed over ranges and threads.");
  f("self_ns", r.self_ns, "total_ns less the time in ranges directly inside them.");
  f("min_ns", r.min_ns, "The shortest.");
  f("p50_ns", r.p50_ns, "The median, linearly interpolated.");
  f("max_ns", r.max_ns, "The longest.");
  f("open", r.open, "Ranges that were never closed: they have no duration and count nowhere else.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const NvtxLabels& labels = profile.derived(build_nvtx_labels);
  Rows<Row> rows;
  const NvtxDomains& domains = profile.derived(build_nvtx_domains);
  for (const RangeStats& of : range_stats(profile, context.scope)) {
    Row row;
    row.label = labels.labels[of.label].label;
    row.domain = domains.texts[of.domain];
    row.style = of.start_end ? "start/end" : "push/pop";
    row.count = of.count;
    row.total_ns = Ns{of.total};
    row.self_ns = Ns{of.self};
    if (of.count > 0) {
      row.min_ns = Ns{of.min};
      row.p50_ns = Ns{of.p50};
      row.max_ns = Ns{of.max};
    }
    row.open = of.open;
    rows.rows.push_back(std::move(row));
  }
  if (rows.rows.empty()) return Empty{"No NVTX range touches this scope."};
  if (std::string note = meanwhile_note(profile, context.scope); !note.empty())
    rows.notes.push_back(std::move(note));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nvtx_summary",
       .title = "Which NVTX ranges are there, and how long do they last on the host?",
       .doc =
           "One row a normalised label, domain and style, the largest total first. "
           "Times are those of the host: from the push or start of a range to its pop or end, clipped to the window, summed over ranges and threads. "
           "Self time takes off what passes in ranges directly inside, so that self times of nested labels add up to no more than the threads' time. "
           "Ranges of all processes count unless GPUs are chosen: then those of the processes that use them.",
       .reading = "A large total with little self time is explained by what it encloses. "
                  "Host time is not GPU time: ask nvtx_gpu_projection or nvtx_kernel_map for that.",
       .source =
           "NVTX push/pop and start/end ranges; labels are normalised by cutting the operator ids that frameworks append and by replacing numbers that stand alone by #.",
       .limits =
           "Totals of nested labels overlap, and so do those of several threads: they are no shares of wall time. "
           "A range that is still open at the end of the capture is counted, not timed.",
       .needs = {Need::nvtx}},
      run);
}

}  // namespace nsys_ai::nvtx_summary_skill
