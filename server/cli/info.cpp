// nsys-ai info: what a profile is, what is in it, and what is missing.
#include <fmt/format.h>

#include <filesystem>

#include "analysis/host/seen_processes.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "features/wire.h"
#include "profile/file_tables.h"
#include "profile/load/load.h"
#include "protocol/write.h"
#include "view/pages/overview.h"

namespace nsys_ai::inline cli {
namespace {

// A file that is read whole in a blink. Of larger ones the edges are read.
constexpr uintmax_t kReadWhole = 32 << 20;

Result<ProfilePtr> described_profile(const std::string& path) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  return load_profile(path, command_work(), {.window = {}, .edges_only = !error && size > kReadWhole});
}

// Where only the edges were read, the tables say how many events there are.
nsys::ProfileInfo wire_info(const Profile& profile) {
  nsys::ProfileInfo info = wire_profile_info(profile, "");
  if (!profile.info().edges_only) {
    if (const auto seen = named_processes(profile, command_work()))
      for (const SeenProcess& process : *seen)
        if (!process.process.exists()) info.processes.push_back({process.pid, process.name});
    return info;
  }
  info.kernels = rows_read_as(profile.tables(), "kernel");
  info.copies = rows_read_as(profile.tables(), "memcpy");
  info.memsets = rows_read_as(profile.tables(), "memset");
  info.calls = rows_read_as(profile.tables(), "runtime_call");
  info.nvtxRanges = rows_read_as(profile.tables(), "nvtx");
  info.notes.push_back(
      "The file is large: counts are those of rows, and times and processes those of the first and last rows of each table. "
      "`nsys-ai overview` reads everything.");
  return info;
}

std::string unread_tables(const Profile& profile) {
  std::string text;
  for (const FileTable& table : profile.tables()) {
    if (!table.read_as.empty() || table.rows == 0 || table.name.starts_with("ENUM_")) continue;
    text += fmt::format("  {} ({})\n", one_line(table.name), readable_count(table.rows));
  }
  return text.empty() ? "" : "\nNot read, with their rows\n" + text;
}

std::string info_text(const Profile& profile) {
  const CaptureInfo& info = profile.info();
  std::string text = fmt::format("{}\n\n", one_line(info.path.string()));
  const auto line = [&](std::string_view label, const std::string& value) {
    std::string row = fmt::format("  {:<12} {}", label, one_line(value));
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  };
  line("size", readable_bytes(info.file_bytes));
  line("exporter", info.product_version.empty() ? "not named" : "Nsight Systems " + info.product_version);
  line("schema", info.schema_version.empty() ? "not named: " + info.schema_note : info.schema_version);
  if (info.duration_ns) line("recording", readable_ns(*info.duration_ns));
  // What more a large file holds is not read for this.
  const Interval extent = profile.extent();
  if (!info.edges_only) {
    if (const std::string capture = capture_text(profile); !capture.empty()) line("capture", capture);
  } else if (!extent.empty())
    line("events", fmt::format("{} from {} to {}", readable_ns(extent.duration()),
                               readable_clock(extent.start), readable_clock(extent.end)));
  const nsys::ProfileInfo wire = wire_info(profile);
  for (const auto& [label, count] : {std::pair{"kernels", wire.kernels}, std::pair{"copies", wire.copies},
                                     std::pair{"memsets", wire.memsets}, std::pair{"CUDA calls", wire.calls},
                                     std::pair{"NVTX ranges", wire.nvtxRanges}})
    line(label, readable_count(count));
  for (size_t i = 0; i < profile.devices().size(); ++i) line("device", device_name(profile, DeviceIx(i)));
  for (const Gpu& gpu : profile.gpus())
    line("GPU",
         fmt::format("{}: {}, {} SMs, {}", gpu.id, gpu.name, gpu.sm_count, readable_bytes(gpu.memory_bytes)));
  for (const auto& process : wire.processes)
    if (process.pid) line("process", fmt::format("{} {}", *process.pid, process.name));
  text += unread_tables(profile);
  if (!wire.notes.empty()) text += "\nNotes\n";
  for (const std::string& note : wire.notes) text += "  " + one_line(note) + "\n";
  return text;
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
      if (options->format == "json") return print(write_json(wire_info(**profile)).pretty() + "\n");
      return print(info_text(**profile));
    };
  });
}

}  // namespace nsys_ai::inline cli
