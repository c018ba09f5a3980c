// Reads lines from the terminal without editing or completion of its own.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/interrupt.h"
#include "cli/line_reader.h"

namespace nsys_ai {
namespace {

class PlainLines : public LineReader {
 public:
  explicit PlainLines(std::string prompt) : prompt_(std::move(prompt)) {}

  TypedLine next() override {
    std::fputs(prompt_.c_str(), stdout);
    std::fflush(stdout);
    const InterruptEndsTask interrupt;
    while (true) {
      if (const size_t end = read_.find('\n'); end != std::string::npos) {
        TypedLine line{TypedLine::How::entered, read_.substr(0, end)};
        read_.erase(0, end + 1);
        return line;
      }
      std::array<char, 4096> bytes{};
      const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
      if (count > 0) {
        read_.append(bytes.data(), static_cast<size_t>(count));
        continue;
      }
      if (count < 0 && errno == EINTR && !interrupt.interrupted()) continue;
      std::fputs("\n", stdout);
      read_.clear();
      return {interrupt.interrupted() ? TypedLine::How::interrupted : TypedLine::How::ended};
    }
  }

  void remember(const std::string&) override {}

 private:
  std::string prompt_;
  std::string read_;
};

}  // namespace

std::unique_ptr<LineReader> plain_lines(const std::string& prompt) {
  return std::make_unique<PlainLines>(prompt);
}

}  // namespace nsys_ai
