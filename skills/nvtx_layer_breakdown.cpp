// How much GPU time does each layer of the model take? One row per layer and path.
#include <fmt/format.h>

#include "analysis/nvtx/nvtx_layers.h"
#include "analysis/nvtx/nvtx_paths.h"
#include "base/text_table.h"
#include "skills/list.h"

namespace nsys_ai::nvtx_layer_breakdown_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::string layer;
  std::string path;
  int64_t instances = 0;
  int64_t kernels = 0;
  Ns compute_ns;
  Ns comm_ns;
  Share share;
};
template <class F>
void fields(Row& r, F& f) {
  f("layer", r.layer, "The text of its ranges, with the number, such as `layer 3`.");
  f("path", r.path, "The normalised labels around it and its own, the outermost first.");
  f("instances", r.instances, "How many of its ranges launched kernels of the scope, or marked such as did.");
  f("kernels", r.kernels, "Kernels launched inside them, at any depth, or between them and the next marker.");
  f("compute_ns", r.compute_ns, "The time of those that do not communicate, summed over runs and devices.");
  f("comm_ns", r.comm_ns, "The time of those that do, summed.");
  f("share", r.share, "compute_ns + comm_ns / the summed time of all kernels in scope, in layers or not.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  const NvtxPaths& paths = profile.derived(build_nvtx_paths);
  const LayerTimes times = layer_times(profile, context.scope);
  if (times.layers.empty())
    return Empty{"No kernel of this scope was launched in a numbered range, nor in one whose label repeats."};
  Rows<Row> rows;
  Sum in_layers;
  const auto all = static_cast<double>(times.kernel_time);
  for (const LayerTime& of : times.layers) {
    in_layers += of.total();
    rows.rows.push_back({of.layer, paths.text(profile, of.path), of.instances, of.kernels, Ns{of.compute},
                         Ns{of.communication}, Share{all > 0 ? static_cast<double>(of.total()) / all : 0.0}});
  }
  if (times.basis == LayerTimes::Basis::between_markers)
    rows.notes.push_back(
        "the numbered ranges hold hardly any work: they are markers, and a layer is what the thread launched from one of them to the next");
  if (times.last_markers > 0)
    rows.notes.push_back(
        fmt::format("{} marker{} followed by none that goes on counting: where {} layer ends is not known",
                    times.last_markers, times.last_markers == 1 ? " is" : "s are",
                    times.last_markers == 1 ? "its" : "their"));
  if (times.basis == LayerTimes::Basis::repeating)
    rows.notes.push_back("no range is numbered: these are labels that turn up more than once in one range");
  if (in_layers < times.kernel_time)
    rows.notes.push_back(fmt::format("{} of {} of kernel time was launched in no layer",
                                     readable_ns(times.kernel_time - in_layers),
                                     readable_ns(times.kernel_time)));
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "nvtx_layer_breakdown",
       .title = "How much GPU time does each layer of the model take?",
       .doc =
           "One row a layer and path of labels, the largest first. "
           "A kernel belongs to the outermost range around its launch whose text has a number that stands alone, such as `layer 3` or `blocks.3`, and that is no step; so forward and backward of a layer are rows of their own. "
           "Where such ranges hold less than a tenth of what is launched between them, as those of a framework's hooks do, they are markers: a layer then is what the thread launched from one marker to the next, and has the text of the former. "
           "Where nothing is numbered, labels that turn up more than once directly inside one range are taken. "
           "Durations are clipped to the window.",
       .reading = "Layers of one kind should take equal time. "
                  "One that differs has another shape, or waits for a peer: compare comm_ns.",
       .source = "Attribution as in nvtx_kernel_map.",
       .limits =
           "Shares are of all kernel time, so that what lies in no layer shows. "
           "Backward passes launch from a thread of their own: they are in layers only where ranges are emitted there too.",
       .needs = {Need::nvtx, Need::kernel, Need::call}},
      run);
}

}  // namespace nsys_ai::nvtx_layer_breakdown_skill
