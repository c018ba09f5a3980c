// Adds words to a line as long as they fit.
#include "view/wrapped_text.h"

#include <algorithm>
#include <array>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

// The number of bytes of a word that fit into `room` characters. Ends after the last separator in a name if
// that keeps more than half of them.
size_t piece_of(std::string_view word, size_t room) {
  size_t bytes = 0;
  size_t after_sign = 0;
  for (size_t used = 0; bytes < word.size() && used < room; ++used) {
    const char sign = word[bytes];
    ++bytes;
    while (bytes < word.size() && (static_cast<unsigned char>(word[bytes]) & 0xC0u) == 0x80u) ++bytes;
    if (std::string_view(",/:;<>()_").find(sign) != std::string_view::npos) after_sign = bytes;
  }
  return after_sign > bytes / 2 ? after_sign : bytes;
}

// A unit stays on the line of its number.
bool is_unit(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kUnits = {"%",  "B",  "GB", "GB/s", "MB",  "TB", "kB",
                                                              "ms", "ns", "s",  "us",   "min", "h"};
  while (!word.empty() && std::string_view(".,;:)").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  return std::find(kUnits.begin(), kUnits.end(), word) != kUnits.end();
}

bool ends_in_digit(std::string_view word) {
  return !word.empty() && word.back() >= '0' && word.back() <= '9';
}

// The end of the word that begins at `at`, with its unit.
size_t end_of_word(std::string_view text, size_t at) {
  const size_t end = std::min(text.find(' ', at), text.size());
  if (end == text.size() || !ends_in_digit(text.substr(at, end - at))) return end;
  const size_t next = std::min(text.find(' ', end + 1), text.size());
  return is_unit(text.substr(end + 1, next - end - 1)) ? next : end;
}

class Wrapped {
 public:
  explicit Wrapped(const Wrapping& wrapping) : wrapping_(wrapping), used_(wrapping.first_used) {}

  void add(std::string_view word) {
    const size_t length = display_width(word);
    if (!line_.empty() && length + 1 > room()) end_line();
    if (!line_.empty()) put(" ", 1);
    if (wrapping_.break_words) word = broken(word);
    put(word, display_width(word));
  }

  std::vector<std::string> take() {
    if (!line_.empty()) end_line();
    return std::move(lines_);
  }

 private:
  size_t room() const { return wrapping_.width - std::min(wrapping_.width, used_); }

  void put(std::string_view text, size_t length) {
    line_ += text;
    used_ += length;
  }

  void end_line() {
    lines_.push_back(std::move(line_));
    line_.clear();
    used_ = wrapping_.indent;
  }

  // Fills lines with a word that is too long for one; returns the rest.
  std::string_view broken(std::string_view word) {
    while (display_width(word) > room()) {
      const size_t bytes = piece_of(word, std::max<size_t>(room(), 1));
      put(word.substr(0, bytes), room());
      word.remove_prefix(bytes);
      end_line();
    }
    return word;
  }

  const Wrapping wrapping_;
  size_t used_;
  std::string line_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> wrapped_lines(std::string_view text, const Wrapping& wrapping) {
  Wrapped wrapped(wrapping);
  for (size_t at = 0; at < text.size();) {
    const size_t end = end_of_word(text, at);
    if (end > at) wrapped.add(text.substr(at, end - at));
    at = end + 1;
  }
  return wrapped.take();
}

std::string wrapped_text(std::string_view text, size_t width) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    for (const std::string& part : wrapped_lines(line, {width, 0, 0, true})) out += part + '\n';
    if (line.empty()) out += '\n';
    at = end + 1;
  }
  return out;
}

}  // namespace nsys_ai
