// The screen by ncursesw. No other file includes it.
#include "cli/terminal_screen.h"

#include "cli/terminal.h"

#ifdef NSYS_AI_CURSES

#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <csignal>
#include <cstdlib>
#include <cwchar>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/former_terminal.h"
#include "cli/role_colours.h"
#include "tui/cell_width.h"

namespace nsys_ai {
namespace {

constexpr std::string_view kPasteOn = "\033[?2004h";
constexpr std::string_view kPasteOff = "\033[?2004l";
constexpr std::string_view kMouseOff = "\033[?1000l\033[?1002l\033[?1006l";
constexpr int kPasteBegins = KEY_MAX + 1;
constexpr int kPasteEnds = KEY_MAX + 2;

// What the terminal needs to be as it was.
std::string restoring_codes() {
  std::string text = std::string(kPasteOff) + std::string(kMouseOff);
  for (const char* name : {"sgr0", "cnorm", "rmkx", "rmcup"})
    if (const char* code = tigetstr(name); code != nullptr && code != reinterpret_cast<char*>(-1)) {
      // Without padding, which no terminal of today needs.
      std::string_view bytes(code);
      while (!bytes.empty()) {
        const size_t padding = std::min(bytes.find("$<"), bytes.size());
        text += bytes.substr(0, padding);
        bytes.remove_prefix(padding);
        if (!bytes.empty()) bytes.remove_prefix(std::min(bytes.find('>') + 1, bytes.size()));
      }
    }
  return text;
}

std::map<int, std::string_view> key_names() {
  return {{KEY_LEFT, "Left"},           {KEY_RIGHT, "Right"},      {KEY_UP, "Up"},
          {KEY_DOWN, "Down"},           {KEY_SLEFT, "Shift+Left"}, {KEY_SRIGHT, "Shift+Right"},
          {KEY_BTAB, "Shift+Tab"},      {KEY_HOME, "Home"},        {KEY_END, "End"},
          {KEY_PPAGE, "PageUp"},        {KEY_NPAGE, "PageDown"},   {KEY_ENTER, "Enter"},
          {KEY_BACKSPACE, "Backspace"}, {KEY_F(1), "F1"},          {KEY_DC, "Delete"}};
}

// The names of control characters.
std::string control_name(wint_t letter) {
  switch (letter) {
    case '\t':
      return "Tab";
    case '\r':
    case '\n':
      return "Enter";
    case 27:
      return "Escape";
    case 8:
    case 127:
      return "Backspace";
    default:
      return fmt::format("Ctrl+{}", static_cast<char>('a' + static_cast<int>(letter) - 1));
  }
}

std::string utf8_of(wchar_t letter) {
  std::array<char, 16> bytes{};
  std::mbstate_t state{};
  const size_t size = std::wcrtomb(bytes.data(), letter, &state);
  return size == static_cast<size_t>(-1) ? "" : std::string(bytes.data(), size);
}

// As the locale writes it; what it does not know, or finds another width for, becomes question marks.
std::wstring wide_of(std::string_view text) {
  std::wstring wide;
  for (const FrameGlyph& glyph : glyphs_of(text)) {
    std::array<wchar_t, 8> letters{};
    const size_t count = std::mbstowcs(letters.data(), glyph.text.c_str(), letters.size() - 1);
    int width = 0;
    for (size_t i = 0; count != static_cast<size_t>(-1) && i < count; ++i) {
      const int each = ::wcwidth(letters[i]);
      width = each < 0 ? -1 : width < 0 ? width : width + each;
    }
    if (count == static_cast<size_t>(-1) || width != static_cast<int>(glyph.width))
      wide.append(glyph.width, L'?');
    else
      wide.append(letters.data(), count);
  }
  return wide;
}

class CursesScreen : public TerminalScreen {
 public:
  explicit CursesScreen(SCREEN* screen, ScreenColours colours)
      : screen_(screen), keys_(key_names()), former_(restoring_codes()) {
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED, nullptr);
    mouseinterval(0);
    define_key("\033[200~", kPasteBegins);
    define_key("\033[201~", kPasteEnds);
    write_all(kPasteOn);
    has_colours_ = colours != ScreenColours::none && has_colors();
    if (!has_colours_) return;
    start_color();
    use_default_colors();
    for (size_t role = 0; role < kFrameRoles; ++role) add_pairs(role);
  }
  ~CursesScreen() override {
    write_all(kPasteOff);
    endwin();
    delscreen(screen_);
  }
  CursesScreen(const CursesScreen&) = delete;

  FrameSize size() const override {
    return {static_cast<size_t>(std::max(1, getmaxx(stdscr))),
            static_cast<size_t>(std::max(1, getmaxy(stdscr)))};
  }

  void show(const Frame& frame) override {
    werase(stdscr);
    auto span = frame.spans.begin();
    for (size_t line = 0; line < frame.lines.size(); ++line) {
      wmove(stdscr, static_cast<int>(line), 0);
      const std::string_view text = frame.lines[line];
      size_t at = 0;
      for (; span != frame.spans.end() && span->line == line; ++span) {
        put(text.substr(at, span->begin - at), {});
        put(text.substr(span->begin, span->end - span->begin), span->style);
        at = span->end;
      }
      put(text.substr(at), {});
    }
    curs_set(frame.cursor ? 1 : 0);
    if (frame.cursor)
      wmove(stdscr, static_cast<int>(frame.cursor->line), static_cast<int>(frame.cursor->column));
    wrefresh(stdscr);
  }

  std::optional<TuiInput> next(int milliseconds) override {
    wtimeout(stdscr, milliseconds);
    wint_t letter = 0;
    const int kind = wget_wch(stdscr, &letter);
    if (kind == ERR) {
      look_whether_closed();
      return std::nullopt;
    }
    if (kind == KEY_CODE_YES) return of_key(static_cast<int>(letter));
    constexpr wint_t kSuspend = 26, kRedraw = 12;
    if (letter == kSuspend) return suspend();
    if (letter == kRedraw) {
      clearok(curscr, TRUE);
      return std::nullopt;
    }
    TuiInput input;
    input.key = letter < ' ' || letter == 127 ? control_name(letter) : utf8_of(static_cast<wchar_t>(letter));
    return input;
  }

  bool ended() const override { return ended_; }

 private:
  static void write_all(std::string_view bytes) {
    [[maybe_unused]] const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
  }

  static int pair_of(FrameStyle style) {
    return 1 + 2 * static_cast<int>(style.role) + (style.inverse ? 1 : 0);
  }

  void add_pairs(size_t role) {
    const RoleColour& of = kRoleColours[role];
    constexpr int kMany = 256, kFew = 16;
    const int colour = COLORS > kMany    ? of.direct
                       : COLORS >= kMany ? of.many
                       : COLORS >= kFew  ? of.few
                                         : of.few % 8;
    const FrameStyle style{static_cast<FrameRole>(role)};
    // Of a terminal with eight colours, bright black is black on black.
    const int shown = COLORS < kFew && of.few == 8 ? -1 : colour;
    init_extended_pair(pair_of(style), shown, -1);
    init_extended_pair(pair_of({style.role, true}),
                       shown < 0        ? -1
                       : COLORS > kMany ? 0x101010
                                        : COLOR_BLACK,
                       shown);
  }

  void put(std::string_view text, FrameStyle style) {
    if (text.empty()) return;
    const std::wstring wide = wide_of(text);
    attr_t attributes = style.strong ? A_BOLD : A_NORMAL;
    int pair = has_colours_ && style.role != FrameRole::plain ? pair_of(style) : 0;
    if (style.inverse && (pair == 0 || kRoleColours[static_cast<size_t>(style.role)].few < 0))
      attributes |= A_REVERSE;
    if (!has_colours_ && style.role == FrameRole::dim) attributes |= A_DIM;
    wattr_set(stdscr, attributes, static_cast<short>(pair), &pair);
    waddnwstr(stdscr, wide.c_str(), static_cast<int>(wide.size()));
  }

  std::optional<TuiInput> of_key(int code) {
    TuiInput input;
    if (code == KEY_MOUSE) return of_mouse();
    if (code == kPasteBegins) {
      input.action = "type";
      input.text = pasted();
      return input;
    }
    if (code == KEY_RESIZE) return std::nullopt;
    const auto named = keys_.find(code);
    if (named == keys_.end()) return std::nullopt;
    input.key = named->second;
    return input;
  }

  std::optional<TuiInput> of_mouse() {
    MEVENT event{};
    if (getmouse(&event) != OK || event.x < 0 || event.y < 0) return std::nullopt;
    TuiInput input;
    input.line = static_cast<size_t>(event.y);
    input.column = static_cast<size_t>(event.x);
    if ((event.bstate & BUTTON4_PRESSED) != 0)
      input.action = "wheel-up";
    else if ((event.bstate & BUTTON5_PRESSED) != 0)
      input.action = "wheel-down";
    else if ((event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) != 0)
      input.action = "click";
    else
      return std::nullopt;
    return input;
  }

  std::string pasted() {
    constexpr size_t kMost = 4'000;
    constexpr int kWaitMs = 200;
    std::string text;
    wtimeout(stdscr, kWaitMs);
    wint_t letter = 0;
    for (int kind = wget_wch(stdscr, &letter); kind != ERR; kind = wget_wch(stdscr, &letter)) {
      if (kind == KEY_CODE_YES && static_cast<int>(letter) == kPasteEnds) break;
      if (kind != KEY_CODE_YES && letter >= ' ' && text.size() < kMost)
        text += utf8_of(static_cast<wchar_t>(letter));
    }
    return text;
  }

  std::optional<TuiInput> suspend() {
    write_all(kPasteOff);
    endwin();
    ::raise(SIGSTOP);
    write_all(kPasteOn);
    clearok(curscr, TRUE);
    wrefresh(stdscr);
    return std::nullopt;
  }

  void look_whether_closed() {
    pollfd input{STDIN_FILENO, POLLIN, 0};
    if (::poll(&input, 1, 0) < 0) return;
    const bool gone = (input.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    ended_ = ended_ || gone || ::isatty(STDIN_FILENO) == 0;
  }

  QuietErrors quiet_;
  SCREEN* screen_;
  std::map<int, std::string_view> keys_;
  FormerTerminal former_;
  bool has_colours_ = false;
  bool ended_ = false;
};

// The terminal's entry with direct colours, where it is asked for and installed; its own; xterm's.
std::vector<std::string> entries_to_try(ScreenColours colours) {
  const char* set = std::getenv("TERM");
  const std::string name = set == nullptr || *set == 0 ? "xterm" : set;
  std::vector<std::string> entries;
  if (colours == ScreenColours::direct) entries.push_back(name.substr(0, name.find('-')) + "-direct");
  entries.push_back(name);
  for (const char* known : {"xterm-256color", "xterm"}) entries.emplace_back(known);
  return entries;
}

}  // namespace

Result<void> TerminalScreen::check() {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  if (::isatty(STDIN_FILENO) == 0 || ::isatty(STDOUT_FILENO) == 0 || dumb)
    return fail(ErrorCode::cannot_do, "This needs a terminal, and standard input or output is none.",
                "`nsys-ai tree` and `nsys-ai open` print text; `nsys-ai open --viewer web` shows a browser.");
  return {};
}

Result<std::unique_ptr<TerminalScreen>> TerminalScreen::open(ScreenColours colours) {
  if (auto good = check(); !good) return tl::unexpected(good.error());
  std::setlocale(LC_CTYPE, "");
  FormerTerminal::remember_modes();
  for (const std::string& entry : entries_to_try(colours))
    if (SCREEN* screen = newterm(entry.c_str(), stdout, stdin))
      return std::make_unique<CursesScreen>(screen, colours);
  return fail(ErrorCode::cannot_do, "The terminal is not known here: there are no descriptions of terminals.",
              "Install the package ncurses-base, or set TERMINFO to a folder of them.");
}

}  // namespace nsys_ai

#else

namespace nsys_ai {

Result<std::unique_ptr<TerminalScreen>> TerminalScreen::open(ScreenColours) {
  return tl::unexpected(check().error());
}

Result<void> TerminalScreen::check() {
  return fail(ErrorCode::cannot_do, "This program was built without ncurses.",
              "Build it with libncurses-dev.");
}

}  // namespace nsys_ai

#endif

namespace nsys_ai {

ScreenColours screen_colours() {
  if (!colours()) return ScreenColours::none;
  const char* set = std::getenv("COLORTERM");
  const std::string_view depth = set == nullptr ? "" : set;
  return depth == "truecolor" || depth == "24bit" ? ScreenColours::direct : ScreenColours::terminal;
}

}  // namespace nsys_ai
