// nsys-ai doctor: checks what is installed, found and missing on this machine, and says what to do about it.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "agent/consent/policy.h"
#include "agent/model/libcurl.h"
#include "base/child_process.h"
#include "base/memory.h"
#include "base/program_file.h"
#include "base/text_table.h"
#include "base/version.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/workspace.h"
#include "features/workspace/bookmarks.h"
#include "features/workspace/suppressions.h"
#include "profile/cache/cache_folder.h"
#include "profile/report/nsys_program.h"
#include "protocol/write.h"
#include "skill/user_skills.h"
#include "skills/list.h"
#include "view/pages/page_cells.h"
#include "view/pages/table_layout.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

// The state of a dependency.
enum class State { found, missing, wrong };
constexpr auto names_of(State) {
  return std::array{EnumName<State>{State::found, "found"}, EnumName<State>{State::missing, "missing"},
                    EnumName<State>{State::wrong, "wrong"}};
}

struct Checked {
  std::string part;
  std::string what;
  State state = State::found;
  std::string detail;
  std::optional<std::string> to_do = {};
};
template <class F>
void fields(Checked& v, F& f) {
  f("part", v.part, "What it is a part of.");
  f("what", v.what, "What was looked for.");
  f("state", v.state, "Whether it is there and can be used.");
  f("detail", v.detail, "Where it is, or what is lost without it.");
  f("to_do", v.to_do, "What would mend it.");
}

struct Report {
  std::string schema = "nsys-ai.doctor/1";
  std::vector<Checked> checks;
};
template <class F>
void fields(Report& v, F& f) {
  f("schema", v.schema, "Of this report.");
  f("checks", v.checks, "By part.");
}

Checked of_error(std::string part, std::string what, State state, const Error& error) {
  return {std::move(part), std::move(what), state, one_line(error.message), one_line(error.hint)};
}

constexpr const char* kProgram = "nsys-ai";
constexpr const char* kOthers = "Other programs";
constexpr const char* kFolder = "This folder";
constexpr const char* kTerminal = "This terminal";

Checked check_program() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return {kProgram, "version", State::found,
          fmt::format("{}, {}", kProgramVersion, error ? "" : one_line(self.string()))};
}

Checked check_memory() {
  const auto limit = memory_limit();
  return {kProgram, "memory", State::found,
          fmt::format("{} may be used{}", readable_bytes(memory_left()),
                      limit ? fmt::format(", of a limit of {}", readable_bytes(*limit)) : "")};
}

// A folder that does not exist yet has as much room as its nearest existing parent.
int64_t byte_limit_for(fs::path folder) {
  std::error_code error;
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  return free_bytes_in(folder);
}

bool may_be_written(fs::path folder) {
  std::error_code error;
  while (!fs::exists(folder, error) && folder.has_relative_path()) folder = folder.parent_path();
  return ::access(folder.c_str(), W_OK | X_OK) == 0;
}

Checked check_cache() {
  const auto settings = cache_settings();
  if (!settings) return of_error(kProgram, "cache", State::wrong, settings.error());
  const std::string folder = one_line(settings->folder.string());
  if (settings->limit == 0)
    return {kProgram, "cache", State::missing,
            folder + " keeps no columns, so that each opening reads all again",
            "Unset NSYS_AI_CACHE_LIMIT, or set it to a size such as 20GB."};
  if (!may_be_written(settings->folder))
    return {kProgram, "cache", State::wrong, folder + " may not be written to", kCacheElsewhere};
  return {kProgram, "cache", State::found,
          fmt::format("{}, at most {}, {} free on its disk", folder, readable_bytes(settings->limit),
                      readable_bytes(byte_limit_for(settings->folder)))};
}

// The first line of a program's version output; empty if it prints none within two seconds.
std::string version_of(const fs::path& program) {
  ChildRun asked;
  asked.words = {program.string(), "--version"};
  asked.timeout = std::chrono::seconds(2);
  const auto end = run_child(asked);
  if (!end || end->exit_code != 0) return "";
  return one_line(end->printed.substr(0, end->printed.find('\n')));
}

std::string with_version(const fs::path& program) {
  const std::string version = version_of(program);
  return one_line(program.string()) + (version.empty() ? "" : ": " + version);
}

Checked check_nsys() {
  const auto program = nsys_program("A .nsys-rep", usual_nsys_places());
  if (program) return {kOthers, "nsys", State::found, with_version(*program)};
  if (std::getenv("NSYS_AI_NSYS") != nullptr) return of_error(kOthers, "nsys", State::wrong, program.error());
  return {kOthers, "nsys", State::missing,
          "reports (.nsys-rep, .qdrep) cannot be opened; their exports (.sqlite) can",
          "Install Nsight Systems, or set NSYS_AI_NSYS to the path of nsys."};
}

Checked check_program_on_path(std::string what, std::vector<std::string_view> names, std::string lost,
                              std::string to_do) {
  for (const std::string_view name : names)
    if (const auto program = program_on_path(name))
      return {kOthers, std::move(what), State::found, with_version(*program)};
  return {kOthers, std::move(what), State::missing, std::move(lost), std::move(to_do)};
}

Checked check_browser() {
  if (std::getenv("SSH_CONNECTION") != nullptr)
    return {kOthers, "browser", State::missing,
            "over SSH none can be started here: `open` prints an address and the line for your own machine"};
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr)
    return {kOthers, "browser", State::missing, "there is no display: `open` prints an address"};
  return check_program_on_path("browser", {"xdg-open", "wslview"},
                               "nothing here opens one: `open` prints an address", "Install xdg-utils.");
}

Checked check_curl() {
  // Does not look for the library if models are turned off.
  if (const auto allowed = models_allowed(); !allowed)
    return of_error(kOthers, "libcurl", State::missing, allowed.error());
  const auto version = curl_version();
  if (version) return {kOthers, "libcurl", State::found, *version};
  return of_error(kOthers, "libcurl", State::missing, version.error());
}

Checked check_skills() {
  const SkillSetPtr known = workspace_skills();
  if (!known->broken.empty())
    return {kFolder, "skills", State::wrong, one_line(known->broken.front().error.message),
            "`nsys-ai skill list` names all that are wrong."};
  return {kFolder, "skills", State::found,
          fmt::format("{} built in, {} of your own", built_in_skills().skills().size(), known->texts.size())};
}

Checked check_suppressions() {
  Suppressions suppressions;
  std::optional<Error> wrong;
  suppressions.set_workspace(workspace_folders());
  suppressions.on_read([&](const fs::path&, const std::optional<Error>& of) {
    if (of) wrong = of;
  });
  const size_t count = suppressions.now()->size();
  if (wrong) return of_error(kFolder, "suppressed findings", State::wrong, *wrong);
  return {kFolder, "suppressed findings", State::found, fmt::format("{}", count)};
}

Checked check_bookmarks() {
  const auto marked = bookmarks(workspace_folders(), "");
  if (!marked) return of_error(kFolder, "bookmarks", State::wrong, marked.error());
  return {kFolder, "bookmarks", State::found, "can be read"};
}

Checked check_profiles() {
  std::error_code error;
  size_t exports = 0;
  size_t reports = 0;
  for (const auto& entry : fs::directory_iterator(fs::current_path(error), error)) {
    const std::string extension = entry.path().extension().string();
    exports += extension == ".sqlite" ? 1 : 0;
    reports += extension == ".nsys-rep" || extension == ".qdrep" ? 1 : 0;
  }
  return {kFolder, "profiles", State::found,
          fmt::format("{} .sqlite, {} report{}", exports, reports, reports == 1 ? "" : "s")};
}

Checked check_terminal() {
  const size_t width = text_width();
  const std::string columns =
      width == kUnbounded ? "no terminal, lines of any length" : fmt::format("{} characters", width);
  const bool unicode = terminal_glyphs() == Glyphs::unicode;
  return {kTerminal, "text", State::found,
          fmt::format("{}, {}, {}", columns, unicode ? "UTF-8" : "ASCII: the locale is not UTF-8",
                      colours() ? "colours" : "no colours")};
}

std::vector<Checked> all_checks() {
  return {
      check_program(),
      check_memory(),
      check_cache(),
      check_nsys(),
      check_browser(),
      check_program_on_path("trace_processor", {"trace_processor", "trace_processor_shell"},
                            "`open --trace-processor` cannot show what no browser could hold",
                            "Get it from Perfetto's releases, and put it on PATH."),
      check_program_on_path(
          "VS Code", {"code", "code-server", "codium"}, "not on PATH",
          "The extension is made by `npm run package` in extensions/vscode; any editor with a language client will do."),
      check_program_on_path("Neovim", {"nvim"}, "not on PATH",
                            "The plugin in extensions/nvim needs Neovim 0.10 or later."),
      check_curl(),
      check_skills(),
      check_suppressions(),
      check_bookmarks(),
      check_profiles(),
      check_terminal()};
}

Page page_of(const std::vector<Checked>& checks) {
  Page page;
  page.title = "What nsys-ai finds here";
  std::string part;
  for (const Checked& of : checks) {
    if (of.part != part) {
      part = of.part;
      if (part != kProgram) page.blocks.emplace_back(Heading{part});
      page.blocks.emplace_back(Facts{});
    }
    std::string text = of.state == State::found ? "" : of.state == State::missing ? "missing: " : "wrong: ";
    text += of.detail;
    if (text.ends_with('.')) text.pop_back();
    if (of.to_do) text += fmt::format(". {}", *of.to_do);
    std::get<Facts>(page.blocks.back()).facts.push_back({of.what, text_cell(text)});
  }
  return page;
}

}  // namespace

void add_doctor(CLI::App& program, std::function<int()>& run) {
  auto format = std::make_shared<std::string>();
  CLI::App* command =
      program.add_subcommand("doctor", "What is installed, found and missing on this machine");
  add_format(*command, *format, {"text", "json"});
  command->callback([format, &run] {
    run = [format] {
      const Report report{.checks = all_checks()};
      const int code = print(*format == "json" ? write_json(report).pretty() + "\n"
                                               : text_for_terminal(page_of(report.checks)));
      const bool wrong = std::any_of(report.checks.begin(), report.checks.end(),
                                     [](const Checked& of) { return of.state == State::wrong; });
      return code == kAnswered && wrong ? kFailed : code;
    };
  });
}

}  // namespace nsys_ai
