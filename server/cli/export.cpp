// nsys-ai export: the profile as a Perfetto trace.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/text_table.h"
#include "cli/common.h"
#include "features/browser.h"
#include "trace/trace.h"

namespace nsys_ai {
namespace {

struct Options {
  ProfileArguments profile;
  std::string output;
  bool calls = false;
};

// An ordinary file is written beside its place and moved there when it is whole, so that a failure leaves
// nothing behind. A pipe or a device is written to: moving a file there would replace it.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path) : path_(path) {
    std::error_code none;
    const auto status = std::filesystem::status(path_, none);
    moves_ = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
    if (moves_ && std::filesystem::exists(status)) path_ = std::filesystem::canonical(path_, none);
    written_ = moves_ ? path_.string() + ".partial" : path;
    file_ = std::fopen(written_.c_str(), "wb");
  }
  ~OutputFile() {
    if (file_ == nullptr) return;
    std::fclose(file_);
    if (moves_) std::remove(written_.c_str());
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  bool opened() const { return file_ != nullptr; }
  bool write(std::string_view bytes) {
    return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
  }
  bool finish() {
    const bool closed = std::fclose(file_) == 0;
    file_ = nullptr;
    if (!moves_) return closed;
    if (closed && std::rename(written_.c_str(), path_.c_str()) == 0) return true;
    const int cause = errno;
    std::remove(written_.c_str());
    errno = cause;
    return false;
  }

 private:
  std::filesystem::path path_;
  std::string written_;
  bool moves_ = true;
  std::FILE* file_ = nullptr;
};

int not_written(const std::string& path, int cause) {
  return report({ErrorCode::cannot_do, fmt::format("{} cannot be written: {}.", path, std::strerror(cause)),
                 "Choose another place with -o."});
}

int run_export(const Options& options) {
  auto profile = open_profile(options.profile.path, options.profile.scope());
  if (!profile) return report(profile.error());
  auto scope = Scope::make(**profile, options.profile.scope());
  if (!scope) return report(scope.error());
  TraceOptions what;
  what.calls = options.calls;
  const std::string path = options.output.empty() ? Browser::trace_file_name(**profile) : options.output;
  if (path == "-") {
    int code = kAnswered;
    bool stopped = false;
    auto written = write_trace(
        **profile, *scope, what,
        [&](std::string_view chunk) {
          stopped = std::fwrite(chunk.data(), 1, chunk.size(), stdout) != chunk.size();
          if (stopped) code = not_printed(errno);
          return !stopped;
        },
        command_work());
    if (stopped) return code;
    return written ? print("") : report(written.error());
  }
  OutputFile file(path);
  if (!file.opened()) return not_written(path, errno);
  int cause = 0;
  auto written = write_trace(
      **profile, *scope, what,
      [&](std::string_view chunk) {
        const bool good = file.write(chunk);
        if (!good) cause = errno;
        return good;
      },
      command_work());
  if (cause != 0) return not_written(path, cause);
  if (!written) return report(written.error());
  if (!file.finish()) return not_written(path, errno);
  std::fputs(fmt::format("{}: {} slices on {} tracks, {}. Open it at https://ui.perfetto.dev\n",
                         one_line(path), readable_count(static_cast<int64_t>(written->slices)),
                         readable_count(static_cast<int64_t>(written->tracks)),
                         readable_bytes(static_cast<int64_t>(written->bytes)))
                 .c_str(),
             stderr);
  return kAnswered;
}

}  // namespace

void add_export(CLI::App& program, std::function<int()>& run) {
  auto options = std::make_shared<Options>();
  CLI::App* command = program.add_subcommand("export", "Write a Perfetto trace");
  options->profile.add_path(*command);
  options->profile.add_scope(*command);
  command
      ->add_option("-o,--output", options->output,
                   "Where to; - is standard output. Default: NAME.pftrace here")
      ->type_name("FILE");
  command->add_flag("--calls", options->calls, "CUDA calls too, with arrows to what they launched");
  command->callback([options, &run] { run = [options] { return run_export(*options); }; });
}

}  // namespace nsys_ai
