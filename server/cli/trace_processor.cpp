// Runs trace_processor as a child process until the user ends it.
#include "cli/trace_processor.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>

#include "base/child_process.h"
#include "base/descriptor.h"
#include "base/interrupt.h"
#include "base/program_file.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/workspace.h"
#include "features/viewer/finding_notes.h"
#include "features/viewer/trace_content.h"
#include "features/viewer/viewer_server.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr uint16_t kPortOfPerfetto = 9001;

Result<fs::path> find_program(const std::string& named) {
  if (named.empty()) {
    for (const char* name : {"trace_processor", "trace_processor_shell"})
      if (auto found = program_on_path(name)) return *found;
    return fail(
        ErrorCode::cannot_do, "There is no trace_processor on PATH.",
        "Get Perfetto's trace_processor and name it, or leave --trace-processor out: the browser can hold up to 2 GB itself.");
  }
  // Like a shell: searches PATH for a plain name, and uses a path as it is.
  const std::optional<fs::path> found =
      named.find('/') == std::string::npos ? program_on_path(named) : std::optional(fs::absolute(named));
  const std::string why = found ? reason_not_executable(*found) : "is not on PATH";
  if (!why.empty())
    return fail(ErrorCode::cannot_do, fmt::format("{} {}.", one_line(named), why),
                "Name Perfetto's trace_processor.");
  return *found;
}

sockaddr_in loopback(uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

// Returns a free port: `port`, or any if it is 0. Returns 0 if the port is in use.
uint16_t free_port(uint16_t port) {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
  sockaddr_in address = loopback(port);
  socklen_t size = sizeof(address);
  if (::bind(socket.number(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return 0;
  return ntohs(address.sin_port);
}

bool listens(uint16_t port) {
  const Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = loopback(port);
  return ::connect(socket.number(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
}

// A temporary folder for one file. Only its owner may read it, because the trace contains names of kernels
// and files.
class PrivateFolder {
 public:
  explicit PrivateFolder(const std::string& file_name)
      : path_((fs::temp_directory_path() / "nsys-ai-XXXXXX").string()) {
    made_ = ::mkdtemp(path_.data()) != nullptr;
    file_ = fs::path(path_) / file_name;
    if (!made_) return;
    folder_left_.emplace(path_);
    file_left_.emplace(file_.string());
  }
  ~PrivateFolder() {
    std::error_code ignored;
    if (made_) fs::remove_all(path_, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  bool made() const { return made_; }
  fs::path path() const { return path_; }
  fs::path file() const { return file_; }

 private:
  std::string path_;
  fs::path file_;
  bool made_ = false;
  // Removes both if a signal ends the process earlier.
  std::optional<ExitCleanup> folder_left_;
  std::optional<ExitCleanup> file_left_;
};

Result<TraceStats> write_to(OutputFile& file, const Profile& profile,
                            const std::vector<Suppression>& suppressions, TraceDetail detail, int& cause) {
  const Scope scope = Scope::whole(profile);
  TraceOptions what = default_kinds(profile, scope, TraceFormat::perfetto);
  what.findings = true;
  what.notes = [&] { return finding_notes(profile, suppressions); };
  what.workspace_notes = [&] { return notes_of_workspace(profile); };
  what.pixel = pixel_for(profile, scope, what, detail);
  return write_trace(
      profile, scope, what,
      [&](std::string_view chunk) {
        const bool good = file.write(chunk);
        if (!good) cause = errno;
        return good;
      },
      command_work());
}

std::string last_line(const std::string& printed) {
  std::string line;
  for (size_t at = 0; at < printed.size();) {
    const size_t end = std::min(printed.find_first_of("\r\n", at), printed.size());
    if (end > at) line = printed.substr(at, end - at);
    at = end + 1;
  }
  return shortened(one_line(line), 200);
}

// The address of the UI. The UI expects the standard port unless a parameter names another. Expands the row
// groups `^(GPU|Findings)`.
std::string address_of(const TraceProcessor& how, uint16_t port) {
  constexpr std::string_view kUnfold =
      "startupCommands=%5B%7B%22id%22%3A%22dev.perfetto.ExpandTracksByRegex%22%2C%22args%22%3A%5B%22%5E%28GPU%7CFindings%29%22%5D%7D%5D";
  const std::string rpc_port = port == kPortOfPerfetto ? "" : fmt::format("rpc_port={}&", port);
  return fmt::format("{}/#!/?{}{}", how.perfetto_url, rpc_port, kUnfold);
}

std::string what_to_do(uint16_t port) {
  std::string text = std::getenv("SSH_CONNECTION") != nullptr
                         ? fmt::format("On your own computer run\n  {}\nand open the address above there.",
                                       ssh_command(port))
                         : "Open the address in a browser of this computer.";
  text += " Allow the page to reach this computer, and choose \"YES, use loaded trace\".";
  if (port != kPortOfPerfetto)
    text += fmt::format(
        "\nPerfetto asks another port than {} only with its flag \"Relax Content Security Policy for 127.0.0.1:*\", at #!/flags/cspAllowAnyWebsocketPort.",
        kPortOfPerfetto);
  return text + "\nCtrl-C ends.\n";
}

int serve(const fs::path& program, const fs::path& trace, const TraceProcessor& how, uint16_t port) {
  const Work work = command_work();
  bool announced = false;
  int code = kAnswered;
  ChildRun run;
  run.words = {program.string(), "--httpd", "--http-port", std::to_string(port), trace.string()};
  run.cancel = work.cancel;
  run.watch = [&](const std::string&) {
    if (announced || !listens(port)) return;
    announced = true;
    code = print(address_of(how, port) + "\n" + what_to_do(port));
    if (code != kAnswered) return work.cancel.cancel();
    // Serves until the user interrupts it.
    exit_on_interrupt(kAnswered);
  };
  const auto ended = run_child(run);
  if (!ended)
    return ended.error().code == ErrorCode::cancelled ? (announced ? code : kCancelled)
                                                      : report(ended.error());
  const std::string words = last_line(ended->printed);
  return report(
      {ErrorCode::cannot_do,
       fmt::format("{} ended{}.", one_line(program.string()),
                   words.empty() ? fmt::format(" with exit code {} and without a word", ended->exit_code)
                                 : ": " + words),
       "Name a trace_processor that works, or leave --trace-processor out."});
}

}  // namespace

int show_by_trace_processor(const ProfilePtr& profile, const std::vector<Suppression>& suppressions,
                            const TraceProcessor& how) {
  const auto program = find_program(how.program);
  if (!program) return report(program.error());
  uint16_t port = free_port(how.port == 0 ? kPortOfPerfetto : how.port);
  if (port == 0 && how.port != 0)
    return report({ErrorCode::cannot_do, fmt::format("Port {} is taken.", how.port),
                   "Name another one, or none: then any that is free is taken."});
  if (port == 0) port = free_port(0);
  const PrivateFolder folder(trace_file_name(*profile));
  if (!folder.made()) return not_written(folder.path().string(), errno);
  const fs::path trace = folder.file();
  OutputFile file(trace);
  if (!file.opened()) return not_written(trace.string(), errno);
  int cause = 0;
  const auto stats = write_to(file, *profile, suppressions, how.detail, cause);
  if (cause != 0) return not_written(trace.string(), cause);
  if (!stats) return report(stats.error());
  if (!file.finish()) return not_written(trace.string(), errno);
  return serve(*program, trace, how, port);
}

}  // namespace nsys_ai
