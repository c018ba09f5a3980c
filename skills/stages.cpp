// Which kernels does each phase run, and whose code launched them? One row per phase, family and kernel.
#include <map>
#include <set>

#include "analysis/host/code_attribution.h"
#include "analysis/kernels/kernels.h"
#include "skill/choice.h"
#include "skills/list.h"
#include "skills/phase_text.h"

namespace nsys_ai::stages_skill {
namespace {

struct Params {
  std::string group = "kernel";
  int64_t limit = 20;
  std::string phase_map;
};
template <class F>
void fields(Params& p, F& f) {
  f("group", p.group, "What is one row of a phase: a kernel, or a family of kernels.");
  f("limit", p.limit, "How many rows at most; 0 means all.");
  f("phase_map", p.phase_map, std::string(kPhaseMapDoc));
}

struct Row {
  std::string phase;
  std::string family;
  std::optional<std::string> kernel;
  std::optional<std::string> location;
  int64_t calls = 0;
  Ns total_ns;
  Share share;
  Share share_of_phase;
};
template <class F>
void fields(Row& r, F& f) {
  f("phase", r.phase, "The phase, as the map names it.");
  f("family", r.family, "What kind of work the kernel's name says it does.");
  f("kernel", r.kernel, "The kernel, by its short name; none of a family.");
  f("location", r.location,
    "The code that launched it, where the capture says so: a file and line, a function, or the module of a layer.");
  f("calls", r.calls, "How often it ran in the phase, on all GPUs together.");
  f("total_ns", r.total_ns, "Its time on the GPU, summed over runs and GPUs.");
  f("share", r.share, "total_ns / the time of all kernels in the scope.");
  f("share_of_phase", r.share_of_phase, "total_ns / the time of the phase's kernels.");
}

// `model.layers.0.self_attn` of a hook's label `{'Module': 'model.layers.0.self_attn', ...}`; other labels are those
// of phases or of no code.
std::string module_of(const std::string& label) {
  constexpr std::string_view kBefore = "{'Module': '";
  if (!label.starts_with(kBefore)) return "";
  return label.substr(kBefore.size(), label.find('\'', kBefore.size()) - kBefore.size());
}

std::string location_text(const CodeSource& source) {
  switch (source.evidence) {
    case CodeEvidence::operator_:
    case CodeEvidence::kernel_name:
    case CodeEvidence::none:
      return "";
    case CodeEvidence::range:
      return module_of(source.seen);
    default:
      break;
  }
  if (source.file.empty()) return source.function;
  return source.file + (source.line ? fmt::format(":{}", *source.line) : "") +
         (source.function.empty() ? "" : " " + source.function);
}

// By kernel name: its location where all of its launches have the same.
std::map<uint32_t, std::string> locations(const CodeAttribution& code) {
  std::map<uint32_t, std::set<std::string>> all;
  for (const AttributedCode& part : code.parts)
    all[part.kernel.value].insert(location_text(code.sources[part.source]));
  std::map<uint32_t, std::string> found;
  for (const auto& [kernel, texts] : all)
    found[kernel] = texts.size() == 1 ? *texts.begin() : fmt::format("{} places", texts.size());
  return found;
}

struct StageKey {
  std::string phase;
  std::string family;
  std::string kernel;
  std::string location;
  friend auto operator<=>(const StageKey&, const StageKey&) = default;
};
struct StageTotal {
  int64_t calls = 0;
  Sum total{};
};

SkillOutcome<Row> run(const SkillContext& context, const Params& params) {
  static constexpr std::array<Choice<bool>, 2> kGroups{{{"kernel", true}, {"family", false}}};
  const auto by_kernel = chosen("group", params.group, kGroups);
  if (!by_kernel) return tl::unexpected(by_kernel.error());
  const Profile& profile = context.profile;
  const auto phases = PhasesFor::make(profile, params.phase_map);
  if (!phases) return tl::unexpected(phases.error());
  if ((*phases)->empty()) return no_phases(**phases);
  std::map<uint32_t, std::string> location_of;
  if (*by_kernel) {
    const auto code = code_attribution_of(profile, context.scope, {}, context.work);
    if (!code) return tl::unexpected(code.error());
    location_of = locations(*code);
  }
  const KernelFamilies& families = profile.derived(build_kernel_families);
  std::vector<std::string> order;  // of phases
  std::map<std::string, int64_t> of_phase;
  std::map<StageKey, StageTotal> all;
  int64_t total = 0;
  for (const PhaseKernel& of : kernels_of_phases(profile, **phases, context.scope)) {
    StageKey key{phase_text(**phases, of.kind, of.phase), std::string(name_of(families.of(of.kernel))), {}, {}};
    if (*by_kernel) {
      key.kernel = short_display_name(profile.text(of.kernel));
      key.location = location_of[of.kernel.value];
    }
    if (order.empty() || order.back() != key.phase) order.push_back(key.phase);
    of_phase[key.phase] += of.total;
    total += of.total;
    StageTotal& stage = all[key];
    stage.calls += of.calls;
    stage.total += of.total;
  }
  if (all.empty()) return Empty{"No kernel ran in this scope."};
  Rows<Row> rows;
  const auto share = [](int64_t part, int64_t whole) {
    return Share{whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0};
  };
  const auto cell = [](const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); };
  for (const auto& [key, of] : all)
    rows.rows.push_back({key.phase, key.family, cell(key.kernel), cell(key.location), of.calls, Ns{of.total},
                         share(of.total, total), share(of.total, of_phase[key.phase])});
  const auto place = [&](const Row& row) { return std::find(order.begin(), order.end(), row.phase); };
  std::stable_sort(rows.rows.begin(), rows.rows.end(), [&](const Row& a, const Row& b) {
    if (a.phase != b.phase) return place(a) < place(b);
    return a.total_ns.count > b.total_ns.count;
  });
  note_phases(**phases, rows.notes);
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "stages",
       .title = "Which kernels does each phase spend its GPU time in, and which code launched them?",
       .doc =
           "One row a phase, family and kernel over all processes and GPUs in scope, phases in the order of the map, then by time. "
           "Phases are those of the skill phases. A kernel of a CUDA graph belongs to the phase of the replay. "
           "A location is given where all launches of the kernel have the same: from the backtrace of the launch, a sample, or a range around it that names a file or a module.",
       .reading =
           "The largest shares of decode are what a user waits for at each token. "
           "code_attribution has all locations of a kernel, and how sure they are.",
       .source = "Kernels by family and phase, as engineers of inference ask for them.",
       .limits =
           "Kernels inside CUDA graphs that were recorded whole are in no row: the skill phases says how much time that is. "
           "Backtraces need `nsys profile --cudabacktrace=kernel` or `--python-backtrace=cuda`.",
       .needs = {Need::kernel},
       .of_project = {{"phase_map"}, {}, {}}},
      run);
}

}  // namespace nsys_ai::stages_skill
