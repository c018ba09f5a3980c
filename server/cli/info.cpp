// nsys-ai info: describes a profile, its contents, and missing data.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "analysis/gpu_count.h"
#include "analysis/host/seen_processes.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "features/wire.h"
#include "profile/file_tables.h"
#include "profile/load/load.h"
#include "profile/other_tables.h"
#include "protocol/write.h"
#include "view/pages/capture_facts.h"
#include "view/pages/overview.h"
#include "view/pages/page_cells.h"

namespace nsys_ai {
namespace {

// Reads files up to this size completely, which takes no noticeable time; of larger files it reads only the
// edges.
constexpr uintmax_t kReadWhole = 32 << 20;

Result<ProfilePtr> described_profile(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return load_profile(path, command_work(), {.window = {}, .edges_only = !error && size > kReadWhole});
}

// If only the edges were read, counts the events in the file's tables.
void count_rows(const Profile& profile, nsys::ProfileInfo& info) {
  info.kernels = rows_read_as(profile.tables(), "kernel");
  info.copies = rows_read_as(profile.tables(), "memcpy");
  info.memsets = rows_read_as(profile.tables(), "memset");
  info.calls = rows_read_as(profile.tables(), "runtime_call");
  info.nvtxRanges = rows_read_as(profile.tables(), "nvtx");
  info.notes.push_back(
      "The file is large: counts are those of rows, and times and processes those of the first and last rows of each table. "
      "`nsys-ai overview` reads everything.");
}

struct Described {
  nsys::ProfileInfo wire;
  std::string capture;  // as in the overview; for a large file, of the events that were read
};

Result<Described> described(const Profile& profile) {
  Described all{wire_profile_info(profile, ""), ""};
  if (profile.info().edges_only) {
    count_rows(profile, all.wire);
    const Interval extent = profile.extent();
    if (!extent.empty())
      all.capture = fmt::format("{} from {} to {}", readable_ns(extent.duration()),
                                readable_clock(extent.start), readable_clock(extent.end));
    return all;
  }
  const auto processes = named_processes(profile, command_work());
  if (!processes) return tl::unexpected(processes.error());
  for (const CapturedProcess& process : *processes) {
    if (process.process.exists()) continue;
    ++all.wire.processCount;
    if (all.wire.processes.size() < kListedAtMost) all.wire.processes.push_back({process.pid, process.name});
  }
  auto capture = capture_text(profile, command_work());
  if (!capture) return tl::unexpected(capture.error());
  all.capture = std::move(*capture);
  return all;
}

void add_unread_tables(const Profile& profile, Page& page) {
  Facts facts;
  for (const FileTable& table : profile.tables()) {
    if (!table.read_as.empty() || table.rows == 0 || table.name.starts_with("ENUM_")) continue;
    facts.facts.push_back({one_line(table.name), count_cell(table.rows)});
  }
  if (facts.facts.empty()) return;
  page.blocks.emplace_back(Heading{"Not read, with their rows"});
  page.blocks.emplace_back(std::move(facts));
}

// The processes that use a GPU, where several do or where they have parts of it.
std::string users_of(const Profile& profile, GpuIx gpu) {
  std::vector<DeviceIx> devices;
  for (size_t i = 0; i < profile.devices().size(); ++i)
    if (profile.devices()[i].gpu == gpu && profile.devices()[i].is_known) devices.emplace_back(i);
  const GpuCount count = count_gpus(profile, devices);
  std::string text;
  if (count.slices > 0) text += fmt::format(", in {} (MIG)", counted(count.slices, "slice", "slices"));
  if (count.processes > 1)
    text += fmt::format(", used by {} processes", readable_count(static_cast<int64_t>(count.processes)));
  return text;
}

Page info_page(const Profile& profile, const Described& of) {
  const CaptureInfo& info = profile.info();
  Page page;
  page.title = info.path.string();
  Facts facts;
  const auto fact = [&](std::string_view label, const std::string& value) {
    facts.facts.push_back({std::string(label), text_cell(value)});
  };
  fact("size", readable_bytes(info.file_bytes));
  fact("exporter", info.product_version.empty() ? "not named" : "Nsight Systems " + info.product_version);
  fact("schema", info.schema_version.empty() ? "not named: " + info.schema_note : info.schema_version);
  if (info.duration_ns) fact("recording", readable_ns(*info.duration_ns));
  if (!of.capture.empty()) fact(info.edges_only ? "events" : "capture", of.capture);
  const nsys::ProfileInfo& wire = of.wire;
  for (const auto& [label, count] : {std::pair{"kernels", wire.kernels}, std::pair{"copies", wire.copies},
                                     std::pair{"memsets", wire.memsets}, std::pair{"CUDA calls", wire.calls},
                                     std::pair{"NVTX ranges", wire.nvtxRanges}})
    fact(label, readable_count(count));
  for (const KindRows& kind : rows_by_kind(profile.tables()))
    fact(one_line(kind.kind), readable_count(kind.rows));
  for (size_t i = 0; i < std::min(profile.devices().size(), kListedAtMost); ++i)
    fact("device", device_name(profile, DeviceIx(i)));
  for (size_t i = 0; i < std::min(profile.gpus().size(), kListedAtMost); ++i) {
    const Gpu& gpu = profile.gpus()[i];
    fact("GPU", fmt::format("{}: {}, {} SMs, {}{}", gpu.id, gpu.name, gpu.sm_count,
                            readable_bytes(gpu.memory_bytes), users_of(profile, GpuIx(i))));
  }
  for (const auto& process : wire.processes)
    if (process.pid) fact("process", fmt::format("{} {}", *process.pid, process.name));
  page.blocks.emplace_back(std::move(facts));
  add_unread_tables(profile, page);
  page.notes = wire.notes;
  return page;
}

}  // namespace

void add_info(CLI::App& program, std::function<int()>& run) {
  struct Options {
    ProfileArguments profile;
    std::string format;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      program.add_subcommand("info", "What a profile is: versions, hardware, counts, what is missing");
  options->profile.add_path(*command);
  add_format(*command, options->format, {"text", "json"});
  command->callback([options, &run] {
    run = [options] {
      auto profile = described_profile(options->profile.path);
      if (!profile) return report(profile.error());
      const auto of = described(**profile);
      if (!of) return report(of.error());
      if (options->format == "json") return print(write_json(of->wire).pretty() + "\n");
      return print(text_for_terminal(info_page(**profile, *of)));
    };
  });
}

}  // namespace nsys_ai
