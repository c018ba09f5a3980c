// nsys-ai manual: the page that `man nsys-ai` shows.
#include <fmt/format.h>

#include "base/version.h"
#include "cli/command_descriptions.h"
#include "cli/common.h"

namespace nsys_ai {
namespace {

// Escapes a text for roff: keeps hyphens, and prevents lines from becoming requests.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if ((c == '.' || c == '\'') && (out.empty() || out.back() == '\n'))
      out.append("\\&").push_back(c);
    else
      out += c;
  }
  return out;
}

std::string manual_of(const OptionWords& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : ", ") + escaped(name);
  std::string value = option.value.empty() ? "" : " " + escaped(option.value);
  return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", names, value, escaped(option.help));
}

std::string manual_of(CLI::App& program) {
  const std::vector<CommandWords> all = command_words(program);
  std::string text = fmt::format(
      ".TH NSYS\\-AI 1 \"\" \"nsys\\-ai {}\" \"\"\n.SH NAME\nnsys\\-ai \\- a language server for GPU profiles\n"
      ".SH SYNOPSIS\n.B nsys\\-ai\n.I COMMAND\n.br\n.B nsys\\-ai\n.I PROFILE\n.SH DESCRIPTION\n{}\n.SH COMMANDS\n",
      kProgramVersion, escaped(program.get_description()));
  for (size_t i = 1; i < all.size(); ++i) {
    text += fmt::format(".SS {}\n{}.\n", escaped(all[i].usage), escaped(all[i].help));
    for (const OptionWords& option : all[i].options)
      if (option.names.back() != "--help") text += manual_of(option);
  }
  return text + ".SH EXIT STATUS\n" + escaped(program.get_footer()) + "\n";
}

}  // namespace

void add_manual(CLI::App& program, std::function<int()>& run) {
  CLI::App* command = program.add_subcommand("manual", "The manual's page, as man reads it");
  command->callback([&program, &run] { run = [&program] { return print(manual_of(program)); }; });
}

}  // namespace nsys_ai
