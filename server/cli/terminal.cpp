// Gets the width from the kernel, and the encoding and colours from the environment.
#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text_pattern.h"
#include "cli/common.h"
#include "view/pages/page_text.h"
#include "view/pages/table_layout.h"
#include "view/wrapped_text.h"

namespace nsys_ai {
namespace {

struct TextOptions {
  int64_t width = 0;  // 0: not given
  std::string color = "auto";
};

TextOptions& options() {
  static TextOptions of_process;
  return of_process;
}

bool is_set(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr && *value != 0;
}

// The escape codes before and after a word of this kind. They use the sixteen colours that every terminal
// supports and its user configures.
std::string_view code_of(WordKind kind, std::string_view word) {
  if (kind == WordKind::heading) return "1";
  if (kind == WordKind::reference) return "36";
  if (kind != WordKind::severity) return "";
  return word == "high" ? "1;31" : word == "medium" ? "33" : word == "low" ? "34" : "2";
}

std::string coloured(const PageText& page) {
  std::string text;
  auto word = page.words.begin();
  size_t line = 0;
  for (size_t at = 0; at < page.text.size(); ++line) {
    const size_t end = std::min(page.text.find('\n', at), page.text.size() - 1);
    size_t shown = at;
    for (; word != page.words.end() && word->line == line; ++word) {
      const std::string_view letters(page.text.data() + at + word->begin, word->end - word->begin);
      const std::string_view code = code_of(word->kind, letters);
      if (code.empty()) continue;
      text.append(page.text, shown, at + word->begin - shown);
      text.append("\033[").append(code).append("m").append(letters).append("\033[0m");
      shown = at + word->end;
    }
    text.append(page.text, shown, end + 1 - shown);
    at = end + 1;
  }
  return text;
}

// The width of the terminal to which the file is connected, if any.
size_t width_of(int file) {
  constexpr size_t kNarrowest = 40;
  winsize size{};
  if (isatty(file) == 0 || ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUnbounded;
  return std::max<size_t>(size.ws_col, kNarrowest);
}

// Prints options in two columns and wraps the right one.
class HelpInLines : public CLI::Formatter {
 public:
  HelpInLines() { column_width(std::min<size_t>(get_column_width(), text_width() / 3)); }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    const std::string help = CLI::Formatter::make_help(app, std::move(name), mode);
    const size_t width = text_width();
    std::string text;
    for (size_t at = 0; at < help.size();) {
      const size_t end = std::min(help.find('\n', at), help.size());
      const std::string line = help.substr(at, end - at);
      at = end + 1;
      const size_t words = line.starts_with(' ') ? words_of(line) : 0;
      std::string current = line.substr(0, words);
      const auto lines = wrapped_lines(line.substr(words), {width, words, words, true});
      for (const std::string& part : lines) {
        text += current + part + '\n';
        current = std::string(words, ' ');
      }
      if (lines.empty()) text += current + '\n';
    }
    return text;
  }

 private:
  // The position at which the right column begins.
  size_t words_of(const std::string& line) const {
    const size_t column = get_column_width();
    const size_t first = line.find_first_not_of(' ');
    if (first == std::string::npos) return line.size();
    return first >= column ? first : line.size() > column && line[column - 1] == ' ' ? column : first;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_for_terminal() { return std::make_shared<HelpInLines>(); }

void add_text_options(CLI::App& command) {
  command
      .add_option("--width", options().width,
                  "Characters of a line of text. Default: the terminal's; no bound into a pipe or a file")
      ->check(CLI::Range(int64_t{40}, int64_t{1000}))
      ->type_name("N");
  add_color_option(command);
}

void add_color_option(CLI::App& command) {
  command
      .add_option("--color", options().color,
                  "Colours in text: auto, always or never. auto: on a terminal, unless NO_COLOR is set")
      ->check(one_of({"auto", "always", "never"}))
      ->type_name("WHEN");
}

size_t text_width() {
  return options().width > 0 ? static_cast<size_t>(options().width) : width_of(STDOUT_FILENO);
}

size_t message_width() { return width_of(STDERR_FILENO); }

// See no-color.org. A terminal with TERM=dumb prints the codes instead of interpreting them.
bool colours() {
  if (options().color != "auto") return options().color == "always";
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && !is_set("NO_COLOR") && terminal != nullptr &&
         std::string_view(terminal) != "dumb";
}

Glyphs terminal_glyphs() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == 0) continue;
    const std::string locale = ascii_lower(value);
    return locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos
               ? Glyphs::unicode
               : Glyphs::ascii;
  }
  return Glyphs::ascii;
}

std::string text_for_terminal(const Page& page, size_t indent) {
  PageLayout layout;
  layout.width = text_width();
  layout.indent = indent;
  layout.fit = layout.width != kUnbounded;
  const PageText text = text_of(page, layout);
  return colours() ? coloured(text) : text.text;
}

std::string heading_for_terminal(const std::string& text) {
  Page page;
  page.blocks.emplace_back(Heading{text});
  return text_for_terminal(page);
}

std::string sentences_for_terminal(const std::string& text) { return wrapped_text(text, text_width()); }

}  // namespace nsys_ai
