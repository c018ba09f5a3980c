// nsys-ai completion: completion scripts for bash, zsh and fish. Each script matches the typed words to a
// command, and offers its subcommands, options, values, and files.
#include <fmt/format.h>

#include "cli/command_descriptions.h"
#include "cli/common.h"
#include "cli/workspace.h"

namespace nsys_ai {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : between).append(word);
  return text;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

// The paths of commands, as patterns of `case` in sh.
std::string patterns_of_commands(const std::vector<CommandWords>& all) {
  std::vector<std::string> patterns;
  for (size_t i = 1; i < all.size(); ++i) patterns.push_back("'" + all[i].path + "'");
  return joined(patterns, " | ");
}

// A `case` for each option with choices, in bash and zsh.
std::string cases_of_choices(const std::vector<CommandWords>& all, std::string_view form) {
  std::string text;
  for (const CommandWords& command : all)
    for (const OptionWords& option : command.options) {
      if (option.choices.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back("'" + command.path + " " + name + "'");
      text += fmt::format("    {}) {} ;;\n", joined(patterns, " | "),
                          replaced(std::string(form), "@", joined(option.choices, " ")));
    }
  return text;
}

// The words that a command accepts as positional arguments, in addition to files.
std::vector<std::string> words_asked(const CommandWords& command) {
  std::vector<std::string> words;
  for (const OptionWords& of : command.asked) words.insert(words.end(), of.choices.begin(), of.choices.end());
  return words;
}

// Adds the names of skills, which depend on the folder; the parser accepts any name.
void add_skills(std::vector<CommandWords>& all) {
  const SkillSetPtr known = workspace_skills();
  for (CommandWords& command : all)
    for (OptionWords& of : command.asked)
      if (of.names.front() == "SKILL")
        for (const Skill& skill : known->skills.skills()) of.choices.push_back(skill.info.name);
}

std::string for_bash(const std::vector<CommandWords>& all) {
  std::string words;
  for (const CommandWords& command : all) {
    std::vector<std::string> offered = command.commands;
    for (const std::string& word : words_asked(command)) offered.push_back(word);
    for (const OptionWords& option : command.options)
      offered.insert(offered.end(), option.names.begin(), option.names.end());
    words += fmt::format("      '{}') words='{}' ;;\n", command.path, joined(offered, " "));
  }
  return "_nsys_ai() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} path=nsys-ai words='' word\n"
         "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case \"$path $word\" in\n      " +
         patterns_of_commands(all) +
         ") path=\"$path $word\" ;;\n    esac\n  done\n"
         "  case \"$path $previous\" in\n" +
         cases_of_choices(all, "words='@'") +
         "  esac\n"
         "  if [[ -z $words ]]; then\n    case $path in\n" +
         words +
         "    esac\n"
         "    [[ $current == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- \"$current\")\n  fi\n"
         "  mapfile -t -O \"${#COMPREPLY[@]}\" COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -o filenames -F _nsys_ai nsys-ai\n";
}

// A name and its description in the syntax of _describe.
std::string described_for_zsh(const std::string& name, const std::string& help) {
  return fmt::format(" '{}:{}'", name, replaced(help, "'", "'\\''"));
}

std::string for_zsh(const std::vector<CommandWords>& all) {
  std::string words;
  for (const CommandWords& command : all) {
    std::string commands, options;
    for (const std::string& next : command.commands)
      for (const CommandWords& other : all)
        if (other.path == command.path + " " + next) commands += described_for_zsh(next, other.help);
    for (const OptionWords& option : command.options)
      for (const std::string& name : option.names) options += described_for_zsh(name, option.help);
    for (const std::string& word : words_asked(command)) commands += " " + word;
    words += fmt::format("    '{}') commands=({} ) options=({} ) ;;\n", command.path, commands, options);
  }
  return "#compdef nsys-ai\n"
         "local at=nsys-ai word\n"
         "local -a commands options choices\n"
         "for word in \"${(@)words[2,CURRENT-1]}\"; do\n  case \"$at $word\" in\n    " +
         patterns_of_commands(all) +
         ") at=\"$at $word\" ;;\n  esac\ndone\n"
         "case \"$at ${words[CURRENT-1]}\" in\n" +
         cases_of_choices(all, "choices=(@)") +
         "esac\n"
         "if (( $#choices )); then\n  compadd -a choices\nelse\n  case $at in\n" +
         words +
         "  esac\n"
         "  (( $#commands )) && _describe command commands\n"
         "  if [[ $PREFIX == -* ]]; then\n    _describe option options\n  else\n    _files\n  fi\n"
         "fi\n";
}

std::string quoted_for_fish(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string for_fish(const std::vector<CommandWords>& all) {
  std::vector<std::string> paths;
  for (size_t i = 1; i < all.size(); ++i) paths.push_back("'" + all[i].path + "'");
  std::string text =
      "function __nsys_ai_at\n"
      "  set -l at nsys-ai\n"
      "  set -l words (commandline -opc)\n"
      "  for word in $words[2..-1]\n"
      "    contains -- \"$at $word\" " +
      joined(paths, " ") +
      "; and set at \"$at $word\"\n  end\n"
      "  test \"$at\" = \"$argv\"\nend\n";
  for (const CommandWords& command : all) {
    const std::string here = fmt::format("complete -c nsys-ai -n '__nsys_ai_at {}'", command.path);
    for (const std::string& next : command.commands)
      for (const CommandWords& other : all)
        if (other.path == command.path + " " + next)
          text += fmt::format("{} -a {} -d {}\n", here, next, quoted_for_fish(other.help));
    if (const auto asked = words_asked(command); !asked.empty())
      text += fmt::format("{} -a '{}'\n", here, joined(asked, " "));
    for (const OptionWords& option : command.options) {
      text += here;
      for (const std::string& name : option.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!option.choices.empty())
        text += fmt::format(" -xa '{}'", joined(option.choices, " "));
      else if (!option.value.empty())
        text += " -r";
      text += fmt::format(" -d {}\n", quoted_for_fish(option.help));
    }
  }
  return text;
}

}  // namespace

void add_completion(CLI::App& program, std::function<int()>& run) {
  CLI::App* command =
      program.add_subcommand("completion", "What a shell completes after nsys-ai, as its script");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "The shell: bash, zsh or fish")
      ->required()
      ->check(one_of({"bash", "zsh", "fish"}));
  command->footer("bash: eval \"$(nsys-ai completion bash)\" in ~/.bashrc does it.");
  command->callback([shell, &program, &run] {
    run = [shell, &program] {
      std::vector<CommandWords> all = command_words(program);
      add_skills(all);
      return print(*shell == "bash" ? for_bash(all) : *shell == "zsh" ? for_zsh(all) : for_fish(all));
    };
  });
}

}  // namespace nsys_ai
