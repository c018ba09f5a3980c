// Asks one profile after the other and keeps each answer in a file of its own, so that what was answered is
// not asked again. It schedules nothing and tries nothing twice: an engine does.
#include "cli/skill_run_all.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <memory>

#include "base/quotation.h"
#include "base/text_table.h"
#include "cli/common.h"
#include "cli/output_file.h"
#include "cli/print_answer.h"
#include "cli/workspace.h"
#include "profile/cache/column_cache.h"
#include "profile/load/load.h"
#include "protocol/answer_json.h"
#include "protocol/write.h"
#include "ranks/experiment.h"
#include "skill/user_skills.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

struct RunAllOptions {
  std::string name;
  std::vector<std::string> paths;
  std::vector<std::string> params;
  std::string output;
  std::string format = "arrow";
};

struct StatusLine {
  std::string file;
  std::string status;
  std::optional<std::string> output;
  std::optional<int64_t> rows;
  std::optional<std::string> reason;
};
template <class F>
void fields(StatusLine& v, F& f) {
  f("file", v.file, "The profile.");
  f("status", v.status, "rows, empty, cannot_answer, kept or failed.");
  f("output", v.output, "Where its answer is.");
  f("rows", v.rows, "How many it has.");
  f("reason", v.reason, "Why it has none, or was not answered.");
}

int print_status(const StatusLine& line) { return print(write_json(line).compact() + "\n"); }

// FNV-1a: equal in each run and on each machine.
uint64_t hash_of_text(std::string_view text) {
  uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

// Names the state of a file: another answer is made when the file or the parameters change.
std::string key_of(const fs::path& path, const std::vector<std::string>& params) {
  std::error_code error;
  std::string state = fs::absolute(path, error).lexically_normal().string();
  state += fmt::format("|{}", fs::file_size(path, error));
  state += fmt::format("|{}", fs::last_write_time(path, error).time_since_epoch().count());
  for (const std::string& param : params) state += "|" + param;
  return fmt::format("{}-{:08x}", path.stem().string(), hash_of_text(state) & 0xFFFFFFFFU);
}

std::string written_answer(const RowsAnswer& asked, const std::string& format) {
  if (format == "arrow") return arrow_answer(asked.answer, *asked.rows);
  Answer answer = asked.answer;
  answer.table.rows = asked.rows->taken();
  return format == "csv" ? csv(answer.table) : answer_json(answer) + "\n";
}

class RunAll {
 public:
  RunAll(const RunAllOptions& options, SkillSetPtr known, const Skill& skill, CheckedParams params)
      : options_(options), known_(std::move(known)), skill_(skill), params_(std::move(params)) {}

  // Returns false if the profile was not answered.
  Result<bool> ask(const fs::path& path) {
    StatusLine line;
    line.file = path.string();
    const fs::path folder =
        fs::path(options_.output) / ("skill=" + options_.name) / ("capture=" + key_of(path, options_.params));
    const fs::path file = folder / ("rows." + options_.format);
    std::error_code error;
    if (fs::exists(file, error)) {
      line.status = "kept";
      line.output = file.string();
      return print_status(line), true;
    }
    if (auto done = answer(path, folder, file, line); !done) {
      if (done.error().code == ErrorCode::cancelled) return tl::unexpected(done.error());
      line.status = "failed";
      line.reason = done.error().message;
      return print_status(line), false;
    }
    return print_status(line), true;
  }

 private:
  Result<void> answer(const fs::path& path, const fs::path& folder, const fs::path& file, StatusLine& line) {
    const auto profile = load_profile(path, command_work(), {.window = {}, .column_cache = cache()});
    if (!profile) return tl::unexpected(profile.error());
    const auto asked = ask_skill(skill_, **profile, {}, params_, command_work());
    if (!asked) return tl::unexpected(asked.error());
    line.status = name_of(asked->answer.outcome);
    line.rows = static_cast<int64_t>(asked->rows->size());
    if (!asked->answer.reason.empty()) line.reason = asked->answer.reason;
    OutputFolders folders;
    if (auto made = folders.make(folder); !made) return made;
    OutputFile output(file);
    if (!output.opened() || !output.write(written_answer(*asked, options_.format)) || !output.finish())
      return fail(ErrorCode::cannot_do,
                  fmt::format("{} could not be written: {}.", file.string(), std::strerror(errno)));
    line.output = file.string();
    return {};
  }
  const ColumnCache* cache() const { return cache_ ? &*cache_ : nullptr; }

  const RunAllOptions& options_;
  SkillSetPtr known_;
  const Skill& skill_;
  CheckedParams params_;
  std::optional<ColumnCache> cache_ = ColumnCache::usual();
};

Result<std::vector<fs::path>> listed_files(const std::vector<std::string>& paths) {
  std::vector<std::string> named;
  for (const std::string& path : paths) {
    if (path != "-") {
      named.push_back(path);
      continue;
    }
    for (std::string line; std::getline(std::cin, line);)
      if (!line.empty()) named.push_back(line);
  }
  return captures_below(named);
}

int run_all(const RunAllOptions& options) {
  const SkillSetPtr known = workspace_skills();
  const auto skill = known->find(options.name);
  if (!skill) return report(skill.error());
  auto values = values_of_words(options.params);
  if (!values) return report(values.error());
  known->project.complete(**skill, *values);
  auto params = check_params((*skill)->params, *values);
  if (!params) return report(params.error());
  const auto files = listed_files(options.paths);
  if (!files) return report(files.error());
  RunAll all(options, known, **skill, std::move(*params));
  int code = kAnswered;
  for (const fs::path& file : *files) {
    const auto answered = all.ask(file);
    if (!answered) return report(answered.error());
    if (!*answered) code = kFailed;
  }
  return code;
}

}  // namespace

void add_run_all(CLI::App& skill, std::function<int()>& run) {
  auto options = std::make_shared<RunAllOptions>();
  CLI::App* command = skill.add_subcommand(
      "run-all",
      "Ask many profiles: a file of rows and a line of status each, without what was answered before");
  command->add_option("SKILL", options->name, "Its name")->required();
  command
      ->add_option("PATH", options->paths,
                   "Profiles, folders below which all profiles are taken, or - for a list on standard input")
      ->required();
  command
      ->add_option("-o,--output", options->output,
                   "The folder; a profile's answer is in skill=NAME/capture=KEY/rows.FORMAT below it")
      ->required()
      ->type_name("DIR");
  command->add_option("-p,--param", options->params, "A parameter of the skill; may be given again")
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command->add_option("--format", options->format, "Of the files: arrow, csv or json")
      ->check(one_of({"arrow", "csv", "json"}))
      ->capture_default_str()
      ->type_name("FORMAT");
  add_memory_limit(*command);
  command->callback([options, &run] { run = [options] { return run_all(*options); }; });
}

}  // namespace nsys_ai
