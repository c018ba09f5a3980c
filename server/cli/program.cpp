// Parses the command line; `nsys-ai PROFILE` alone opens it.
#include "cli/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "agent/consent/policy.h"
#include "agent/model/libcurl.h"
#include "base/guarded.h"
#include "base/quotation.h"
#include "base/suggest.h"
#include "base/version.h"
#include "base/context.h"
#include "cli/commit.h"
#include "cli/common.h"
#include "cli/terminal.h"
#include "cli/usage_error.h"
#include "cli/workspace.h"
#include "knowledge/book.h"
#include "protocol/nsys.h"

namespace nsys_ai {
namespace {

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

// Does not look for the library if models are turned off.
std::string curl_words() {
  if (!models_allowed()) return "not loaded, as the policy says";
  return curl_version().value_or("not found");
}

std::string version() {
  const std::string_view commit = program_commit();
  return fmt::format("nsys-ai {} (protocol {}, {}libcurl {})", kProgramVersion, nsys::kProtocolVersion,
                     commit.empty() ? "" : fmt::format("commit {}, ", commit), curl_words());
}

// A first word that is neither a command nor an option is a profile, unless it looks like a misspelt command.
std::vector<std::string> with_open(std::vector<std::string> words, const std::vector<std::string>& names) {
  if (words.empty() || words.front().starts_with("-")) return words;
  if (std::find(names.begin(), names.end(), words.front()) == names.end())
    words.insert(words.begin(), "open");
  return words;
}

// The name of a profile contains a dot or a folder, or the file exists.
bool may_be_profile(const std::string& word) {
  std::error_code none;
  return word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, none);
}

int no_command(const std::string& word, const std::vector<std::string>& names) {
  std::string hint = "`nsys-ai --help` lists the commands.";
  if (const auto meant = nearest(word, names); !meant.empty())
    hint = fmt::format("Did you mean the command {}? {}", either(meant), hint);
  report({ErrorCode::bad_request,
          fmt::format("There is no command {}, and no file of that name.", quotation(word)), hint});
  return kUsage;
}

// The command that the words select, and the first word after it that is not a subcommand.
struct Reached {
  CLI::App* command = nullptr;
  std::string path;  // as the user types it
  std::string next;  // empty if there are no more words
};

Reached follow(CLI::App& program, const std::vector<std::string>& words) {
  Reached reached{&program, "nsys-ai", ""};
  for (const std::string& word : words) {
    const auto named = [&](CLI::App* command) { return command->get_name() == word; };
    const auto found = reached.command->get_subcommands(named);
    reached.next = word;
    if (found.empty()) return reached;
    reached = {found.front(), reached.path + " " + word, ""};
  }
  return reached;
}

int usage(CLI::App& program, const CLI::Error& error, const std::vector<std::string>& words) {
  if (error.get_exit_code() == 0) return program.exit(error);
  const Reached reached = follow(program, words);
  UsageWords said = usage_words(*reached.command, reached.path, error);
  std::vector<std::string> meant;
  const std::vector<std::string> names = command_names(*reached.command);
  if (!names.empty() && reached.next.starts_with("-")) {
    said.message = fmt::format("There is no option {} of {}.", quotation(reached.next), reached.path);
  } else if (!names.empty() && !reached.next.empty()) {
    said.message = fmt::format("There is no command {} of {}.", quotation(reached.next), reached.path);
    meant = nearest(reached.next, names);
  } else if (!names.empty()) {
    said.message = fmt::format("{} needs a command: {}.", reached.path, either(names));
  }
  std::string hint = fmt::format("`{} --help` shows how it is used.", reached.path);
  if (!meant.empty()) said.hint = fmt::format("Did you mean the command {}?", either(meant));
  if (!said.hint.empty()) hint = said.hint + " " + hint;
  return report({ErrorCode::bad_request, said.message, hint});
}

// An interrupt ends all work of a command after it opened a profile.
int run_interruptibly(const std::function<int()>& run) {
  const Work work = process_work();
  try {
    const WorkScope scope(work);
    read_user_pages(workspace_folders());
    return run();
  } catch (const Cancelled&) {
    return report(cancelled().value());
  }
}

int run_words(int count, char** arguments) {
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App program(
      "nsys-ai reads profiles of NVIDIA Nsight Systems: what stands out, where GPU time went, in the terminal, in editors and in Perfetto.",
      "nsys-ai");
  program.formatter(help_for_terminal());
  program.set_version_flag("--version", version);
  program.require_subcommand(1);
  program.footer(
      "nsys-ai PROFILE opens a profile. Exit codes: 0 answered, 1 failed, 2 usage, 130 cancelled.");
  std::function<int()> run;
#define NSYS_COMMAND(name) add_##name(program, run);
#include "cli/commands.def"
#undef NSYS_COMMAND

  const std::vector<std::string> names = command_names(program);
  std::vector<std::string> words =
      with_open(std::vector<std::string>(arguments + 1, arguments + count), names);
  const bool guessed = !words.empty() && count > 1 && words.size() == static_cast<size_t>(count);
  if (count <= 1) return print(program.help()), kUsage;
  if (guessed && !may_be_profile(arguments[1])) return no_command(arguments[1], names);
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    program.parse(std::move(reversed));
  } catch (const CLI::Error& error) {
    return usage(program, error, words);
  }
  const int code = run_interruptibly(run);
  finish_cache_writes();
  return code;
}

}  // namespace

int run_program(int count, char** arguments) {
  try {
    return run_words(count, arguments);
  } catch (const std::exception& thrown) {
    try {
      return report(error_of(thrown));
    } catch (const std::exception&) {
      // Formatting a message would need memory, too.
      std::fputs("nsys-ai: There is not enough memory.\n", stderr);
    }
  }
  return kFailed;
}

}  // namespace nsys_ai
