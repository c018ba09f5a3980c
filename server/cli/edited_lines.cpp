// Line editing with libedit. No other file includes it.
#include "cli/line_reader.h"

#ifdef NSYS_AI_LIBEDIT

#include <fmt/format.h>
#include <histedit.h>

#include <algorithm>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/interrupt.h"
#include "base/text_pattern.h"
#include "base/text_table.h"
#include "base/context.h"

namespace nsys_ai {
namespace {

constexpr int kMostRemembered = 1000;
constexpr size_t kMostListed = 12;  // keeps the line and the answer above it visible

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Counts by the locale's encoding, as libedit does.
int characters(const std::string& text) {
  const size_t count = std::mbstowcs(nullptr, text.c_str(), 0);
  return static_cast<int>(count == static_cast<size_t>(-1) ? text.size() : count);
}

// The common prefix of all items.
std::string common_beginning(const std::vector<Completion>& items) {
  std::string_view common = items.front().text;
  for (const Completion& item : items) {
    const auto differs = std::ranges::mismatch(common, item.text).in1;
    common = common.substr(0, static_cast<size_t>(differs - common.begin()));
  }
  // Does not cut inside a character.
  while (common.size() < items.front().text.size() && !common.empty() &&
         (static_cast<unsigned char>(items.front().text[common.size()]) & 0xC0U) == 0x80U)
    common.remove_suffix(1);
  return std::string(common);
}

class EditedLines : public LineReader {
 public:
  EditedLines(std::string prompt, LineCompletion complete)
      : prompt_(std::move(prompt)), complete_(std::move(complete)) {
    if (quiet_) editor_ = el_init("nsys-ai", stdin, stdout, quiet_.get());
  }
  ~EditedLines() override {
    if (editor_ != nullptr) el_end(editor_);
    if (history_ != nullptr) history_end(history_);
  }
  EditedLines(const EditedLines&) = delete;
  EditedLines& operator=(const EditedLines&) = delete;

  // Whether the terminal has a terminfo entry. If it has, lines can be read from now on.
  bool begin() {
    const char* terminal = std::getenv("TERM");
    if (editor_ == nullptr || terminal == nullptr || *terminal == 0 || std::string_view(terminal) == "dumb")
      return false;
    if (el_set(editor_, EL_TERMINAL, terminal) != 0) return false;
    el_set(editor_, EL_CLIENTDATA, this);
    el_set(editor_, EL_PROMPT, prompt_of);
    el_set(editor_, EL_SIGNAL, 1);
    el_set(editor_, EL_EDITOR, "emacs");
    el_set(editor_, EL_ADDFN, "ask-complete", "What may follow", complete_at_cursor);
    el_set(editor_, EL_BIND, "^I", "ask-complete", nullptr);
    el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    history_ = history_init();
    HistEvent event{};
    if (history_ != nullptr) {
      ::history(history_, &event, H_SETSIZE, kMostRemembered);
      ::history(history_, &event, H_SETUNIQUE, 1);
      el_set(editor_, EL_HIST, ::history, history_);
    }
    return true;
  }

  TypedLine next() override {
    const InterruptEndsTask interrupt;
    int count = 0;
    errno = 0;
    const char* typed = el_gets(editor_, &count);
    if (typed != nullptr && count > 0) {
      std::string text(typed, static_cast<size_t>(count));
      if (text.ends_with('\n')) text.pop_back();
      return {TypedLine::How::entered, std::move(text)};
    }
    const bool interrupted = interrupt.interrupted();
    std::fputs(interrupted ? "^C\n" : "\n", stdout);
    std::fflush(stdout);
    return {interrupted ? TypedLine::How::interrupted : TypedLine::How::ended};
  }

  void remember(const std::string& line) override {
    HistEvent event{};
    if (history_ != nullptr) ::history(history_, &event, H_ENTER, line.c_str());
  }

 private:
  static EditedLines* of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return static_cast<EditedLines*>(self);
  }
  static char* prompt_of(EditLine* editor) { return of(editor)->prompt_.data(); }

  // Must not throw through libedit.
  static unsigned char complete_at_cursor(EditLine* editor, int) {
    try {
      return of(editor)->complete();
    } catch (const std::exception&) {
      return CC_ERROR;
    } catch (const Cancelled&) {
      return CC_ERROR;
    }
  }

  // Inserts the common prefix of all completions, and lists them if there are several.
  unsigned char complete() {
    const LineInfo* line = el_line(editor_);
    const std::string typed(line->buffer, line->cursor);
    const auto found = complete_(typed);
    if (!found || found->items.empty() || found->from > typed.size()) return CC_ERROR;
    const std::string word = typed.substr(found->from);
    const std::string further = common_beginning(found->items);
    const bool goes_on = further.size() >= word.size() &&
                         ascii_lower(further).starts_with(ascii_lower(word)) && further != word;
    if (found->items.size() == 1 || goes_on) {
      const std::string& text = found->items.size() == 1 ? found->items.front().text : further;
      if (text == word) return CC_ERROR;
      el_deletestr(editor_, characters(word));
      return el_insertstr(editor_, text.c_str()) == 0 ? CC_REFRESH : CC_ERROR;
    }
    // libedit assumes that the cursor has not moved, and redraws the line from as many rows above as it had.
    const std::string all(line->buffer, line->lastchar);
    const size_t row = row_of(typed);
    std::fputs(std::string(row_of(all) - row + 1, '\n').c_str(), stdout);
    list(found->items);
    std::fputs(std::string(row, '\n').c_str(), stdout);
    std::fflush(stdout);
    return CC_REDISPLAY;
  }

  // Prints two columns, the second as wide as its words.
  void list(const std::vector<Completion>& items) {
    constexpr size_t kLeast = 20;
    const size_t shown = std::min(items.size(), kMostListed);
    std::vector<std::pair<std::string, std::string>> rows;
    size_t details = 0;
    for (const Completion& item : std::span(items).first(shown)) {
      rows.emplace_back(one_line(item.text), one_line(item.detail));
      details = std::max(details, display_width(rows.back().second));
    }
    const size_t around = 2 + 2 + details + 1;  // avoids the last column, where terminals differ in wrapping
    const size_t room = columns() > around + kLeast ? columns() - around : kLeast;
    size_t widest = 0;
    for (auto& row : rows) {
      row.first = shortened(row.first, room);
      widest = std::max(widest, display_width(row.first));
    }
    std::string text;
    for (const auto& [name, detail] : rows)
      text += fmt::format("  {}{}  {}\n", name, std::string(widest - display_width(name), ' '), detail);
    if (shown < items.size()) text += fmt::format("  and {} more\n", items.size() - shown);
    std::fputs(text.c_str(), stdout);
  }

  size_t columns() const {
    constexpr int kUsual = 80;
    int columns = 0;
    if (el_get(editor_, EL_GETTC, "co", &columns, nullptr) != 0 || columns <= 0) columns = kUsual;
    return static_cast<size_t>(columns);
  }
  // The row, counted from the prompt's, in which the cursor is after this text.
  size_t row_of(const std::string& text) const {
    return (display_width(prompt_) + display_width(text)) / columns();
  }

  std::string prompt_;
  LineCompletion complete_;
  // Discards libedit's messages about unknown terminals.
  std::unique_ptr<std::FILE, FileCloser> quiet_{std::fopen("/dev/null", "we")};
  EditLine* editor_ = nullptr;
  History* history_ = nullptr;
};

}  // namespace

std::unique_ptr<LineReader> edited_lines(const std::string& prompt, LineCompletion complete) {
  // The locale determines the encoding of letters beyond ASCII.
  std::setlocale(LC_CTYPE, "");
  auto lines = std::make_unique<EditedLines>(prompt, std::move(complete));
  if (!lines->begin()) return nullptr;
  return lines;
}

}  // namespace nsys_ai

#else

namespace nsys_ai {

std::unique_ptr<LineReader> edited_lines(const std::string&, LineCompletion) { return nullptr; }

}  // namespace nsys_ai

#endif
