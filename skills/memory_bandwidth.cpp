// How fast were copies, per direction, memory kinds and size class? One row per group on one GPU.
#include "analysis/memory/copy_speed.h"
#include "analysis/memory/transfers.h"
#include "skill/cells.h"
#include "skills/list.h"

namespace nsys_ai::memory_bandwidth_skill {
namespace {

struct Params {
  int64_t limit = 20;
};
template <class F>
void fields(Params& p, F& f) {
  f("limit", p.limit, "How many rows at most; 0 means all.");
}

struct Row {
  std::optional<Id> pid;
  Id device;
  std::string kind;
  std::string src;
  std::string dst;
  std::string size_class;
  int64_t ops = 0;
  Bytes bytes;
  Ns union_ns;
  std::optional<GbPerS> gbps;
  std::optional<GbPerS> peak_gbps;
};
template <class F>
void fields(Row& r, F& f) {
  f("pid", r.pid, kPidDoc);
  f("device", r.device, kDeviceDoc);
  f("kind", r.kind, "Direction, such as Host-to-Device.");
  f("src", r.src, "The kind of memory that was read.");
  f("dst", r.dst, "The kind of memory that was written.");
  f("size_class", r.size_class, "How large each copy is, in decimal units.");
  f("ops", r.ops, "How many copies.");
  f("bytes", r.bytes, "What they moved inside the scope.");
  f("union_ns", r.union_ns, "Time in which at least one of them ran.");
  f("gbps", r.gbps, "bytes / union_ns; none where no time passed.");
  f("peak_gbps", r.peak_gbps,
    "Of copies inside a GPU, half of its memory bandwidth; none where the file does not say, and for links.");
}

SkillOutcome<Row> run(const SkillContext& context, const Params&) {
  const Profile& profile = context.profile;
  Rows<Row> rows;
  for (const CopyGroup& of : copy_groups(profile, context.scope)) {
    const auto peak = peak_copy_speed(profile, of);
    rows.rows.push_back(
        {pid_cell(profile, of.device), device_cell(profile, of.device),
         std::string(copy_kind_name(of.copy_kind)), std::string(memory_kind_name(of.src_kind)),
         std::string(memory_kind_name(of.dst_kind)), std::string(size_class_name(of.size_class)),
         of.operations, Bytes{of.bytes}, Ns{of.time}, speed_cell(of.bytes, of.time),
         peak ? speed_cell(*peak, 1'000'000'000) : std::nullopt});
  }
  if (rows.rows.empty()) return Empty{"No memory was copied in this scope."};
  return rows;
}

}  // namespace

Skill skill() {
  return make_skill<Params, Row>(
      {.name = "memory_bandwidth",
       .title = "How fast were copies, per direction, memory kind and size?",
       .doc =
           "One row a direction, pair of memory kinds and size class on a GPU of a process, by device, then the most bytes first. gbps is the bytes of a group by the time in which at least one of its copies ran, so copies side by side count their bytes each and the time once. "
           "Of a copy that straddles the window, the part of its time inside counts, and of its bytes the same proportion.",
       .reading = "A PCIe 4.0 x16 slot moves about 25 GB/s each way, 5.0 about 50. "
                  "Pageable host memory far below pinned: pin it, see pageable_copies. "
                  "Many ops in small classes: batch them, since each costs microseconds whatever its size.",
       .source =
           "Memory kinds and directions are CUPTI's; the peak is the memory bandwidth that the file states of the GPU, halved because each byte is read and written.",
       .limits = "Exports do not describe PCIe or NVLink, so copies over them have no peak here.",
       .needs = {Need::copy}},
      run);
}

}  // namespace nsys_ai::memory_bandwidth_skill
