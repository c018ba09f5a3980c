// Which source do the kernels of a window come from? One row per kernel name and source.
#include "analysis/host/code_attribution.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text_table.h"
#include "skill/cells.h"
#include "skill/choice.h"
#include "skills/list.h"

namespace nsys_ai::code_attribution_skill {
namespace {

constexpr std::array kTargets{Choice<bool>{"kernel", true}, Choice<bool>{"source", false}};

struct Params {
  std::string name;
  std::string by = "kernel";
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("name", p.name, "Part of the kernels' full name, as it is written there; empty means every kernel.");
  f("by", p.by, "kernel: a row for each kernel name and source; source: the kernels of a source together.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string target;
  std::optional<std::string> file;
  std::optional<std::string> function;
  std::optional<Id> line;
  std::string evidence;
  std::string seen;
  EventRef ref;
  std::string confidence;
  int64_t kernels = 0;
  Ns total_ns;
  std::optional<Share> share;
};
template <class F>
void fields(Row& r, F& f) {
  f("target", r.target, "The kernel, demangled; (all kernels) where they are taken together.");
  f("file", r.file, "The source file, as the capture writes it; none where nothing names it.");
  f("function", r.function, "The function, the range or the operator; none where nothing names it.");
  f("line", r.line, "The line in the file; none where nothing names it.");
  f("evidence", r.evidence,
    "The evidence: call chain, CPU sample, range with a file, range, operator range, kernel name, or unattributed.");
  f("seen", r.seen, "The frame and its module, or the label, as it was seen.");
  f("ref", r.ref, "The first launch call, range or kernel with this evidence.");
  f("confidence", r.confidence, "high, medium, low or none; see the documentation.");
  f("kernels", r.kernels, "How many kernels of the scope have this source.");
  f("total_ns", r.total_ns, "Their time inside the window, summed over the GPUs in scope.");
  f("share", r.share,
    "total_ns / the time of all kernels that were asked for; none where they took no time.");
}

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

EventRef ref_of(const Profile& profile, CodeEvidence evidence, uint32_t event) {
  switch (evidence) {
    case CodeEvidence::call_chain:
    case CodeEvidence::sample:
      return {fmt::format("runtime_call:{}", profile.calls().row[event])};
    case CodeEvidence::range_source:
    case CodeEvidence::range:
    case CodeEvidence::operator_:
      return {fmt::format("nvtx:{}", profile.nvtx().row[event])};
    default:
      return {fmt::format("kernel:{}", profile.kernels().row[event])};
  }
}

Row row_of(const Profile& profile, const CodeAttribution& found, const AttributedCode& part, bool by_name) {
  const CodeSource& source = found.sources[part.source];
  Row row;
  row.target = by_name ? std::string(profile.text(part.kernel)) : "(all kernels)";
  row.file = if_any(source.file);
  row.function = if_any(source.function);
  row.line = source.line;
  row.evidence = name_of(source.evidence);
  row.seen = source.seen;
  row.ref = ref_of(profile, source.evidence, part.event);
  row.confidence = name_of(source.confidence);
  row.kernels = part.kernels;
  row.total_ns = Ns{part.total};
  row.share = share_cell(part.total, found.total);
  return row;
}

// The share of the time that each kind of evidence covers.
std::string coverage_of(const CodeAttribution& found) {
  std::string text = fmt::format("of {} of kernel time: ", readable_ns(found.total));
  bool first = true;
  for (size_t i = 0; i < kCodeEvidences; ++i) {
    const auto evidence = static_cast<CodeEvidence>(i);
    if (found.of_evidence[i] == 0 && evidence != CodeEvidence::none) continue;
    text +=
        fmt::format("{}{} {}", first ? "" : ", ", name_of(evidence),
                    readable_share(share_cell(found.of_evidence[i], found.total).value_or(Share{}).value));
    first = false;
  }
  return text;
}

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  const Profile& profile = context.profile;
  const auto by_name = chosen("by", params.by, kTargets);
  if (!by_name) return tl::unexpected(by_name.error());
  auto found = code_attribution_of(profile, context.scope, {params.name, *by_name}, context.work);
  if (!found) return tl::unexpected(found.error());
  if (found->parts.empty())
    return Empty{params.name.empty() ? "No kernel ran in this scope."
                                     : "No kernel with that in its name ran in this scope."};
  const auto key = [&](const AttributedCode& part) {
    const CodeSource& source = found->sources[part.source];
    return std::tuple(-int64_t{part.total}, profile.text(part.kernel), source.evidence, source.confidence,
                      std::string_view(source.file), std::string_view(source.function), source.line);
  };
  std::sort(found->parts.begin(), found->parts.end(),
            [&](const AttributedCode& a, const AttributedCode& b) { return key(a) < key(b); });
  Rows<Row> rows;
  rows.total = static_cast<int64_t>(found->parts.size());
  if (params.limit > 0 && rows.total > params.limit) found->parts.resize(static_cast<size_t>(params.limit));
  for (const AttributedCode& part : found->parts)
    rows.rows.push_back(row_of(profile, *found, part, *by_name));
  rows.notes.push_back(coverage_of(*found));
  if (!found->has_chains)
    rows.notes.push_back(
        "this capture has no call chains: `nsys profile --cudabacktrace=kernel --sample=process-tree` records those of launches, `--python-backtrace=cuda` those of Python");
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "code_attribution",
       .title = "Which source do the kernels of this window come from?",
       .doc =
           "One row a kernel name and source, the most time first. "
           "Each kernel has one source, by the first evidence that its launch has. "
           "Call chain: the backtrace of the launch call (by process and correlation id), else a CPU sample that was taken of the launching thread inside the launch call; the innermost frame with a name that is not of the driver, CUDA's or C's libraries, a framework, an interpreter or the profiler, and not the stub that the compiler makes of the kernel. "
           "Then the NVTX ranges around the launch: a label that names a file of the program, else a name of the program's own, else a file of a package, else an operator or a call of a library; of equal ones the innermost. "
           "Then the kernel's own name, unless it is a library's. "
           "What is left is unattributed. "
           "A note says how much of the kernel time each evidence covers. "
           "Confidence is high for a function of the program in a call chain or sample, and for a range with file and line; medium for a file without a line, a name of the program's own, or frames of packages alone; low for operators, files of packages and kernel names, which tell what ran and not who asked for it.",
       .reading = "Read confidence before function. "
                  "With much of the time low or unattributed, annotate the program, or capture call chains. "
                  "For one kernel set name; for the hot spots of the source set by=source.",
       .source =
           "Call chains, samples and ranges as Nsight Systems records them; which modules and functions are libraries' is a list of this program. "
           "Attribution by ranges is that of nvtx_kernel_map.",
       .limits = "Nsight gives functions and modules of compiled code, not files and lines. "
                 "A function that was inlined shows as its caller. "
                 "Kernels of a CUDA graph have the source of the graph's launch, or where the capture recorded how its nodes were created the range around that: seen says so. "
                 "Files are named as the capture does and never looked up. "
                 "Labels are distinguished without their numbers unless they name a file.",
       .needs = {Need::kernel}},
      run);
}

}  // namespace nsys_ai::code_attribution_skill
