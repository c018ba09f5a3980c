// An entry is a line with the time, the recipient and the size, then the body, then an empty line. Bodies are
// JSON on one line.
#include "agent/consent/sent_log.h"

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <vector>

#include "base/quotation.h"
#include "base/shared_file.h"
#include "base/user_folders.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytesKept = 900 << 10;
constexpr std::string_view kBetween = "\n\n";

Result<fs::path> sent_file() {
  const fs::path folder = user_state_folder();
  if (folder.empty())
    return fail(ErrorCode::cannot_do, "There is no place to write down what is sent: HOME is not set.",
                "Set HOME or XDG_STATE_HOME.");
  return folder / "sent.log";
}

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

}  // namespace

Result<void> log_sent(std::string_view host, std::string_view model, std::string_view body) {
  const auto file = sent_file();
  if (!file) return tl::unexpected(file.error());
  const std::string entry = fmt::format("{} to {} ({}), {} bytes\n{}{}", now_text(), quotation(host),
                                        quotation(model), body.size(), body, kBetween);
  if (entry.size() > kMostBytesKept)
    return fail(ErrorCode::cannot_do,
                fmt::format("A request of {} bytes is too long to be kept.", body.size()), "Ask about less.");
  return change_shared_file(
      *file, "requests",
      [&](const std::string& text) -> Result<std::string> {
        size_t begin = 0;
        while (text.size() - begin + entry.size() > kMostBytesKept) {
          const size_t end = text.find(kBetween, begin);
          begin = end == std::string::npos ? text.size() : end + kBetween.size();
        }
        return text.substr(begin) + entry;
      },
      0600);
}

Result<std::string> sent_text() {
  const auto file = sent_file();
  if (!file) return tl::unexpected(file.error());
  const auto text = read_shared_file(*file, "requests");
  if (!text) return tl::unexpected(text.error());
  std::string newest_first;
  size_t end = text->size();
  while (end > 0) {
    const size_t before = end >= kBetween.size() ? text->rfind(kBetween, end - kBetween.size() - 1) : 0;
    const size_t begin = before == std::string::npos || end <= kBetween.size() ? 0 : before + kBetween.size();
    newest_first += text->substr(begin, end - begin);
    end = begin;
  }
  return newest_first.empty() ? "Nothing was sent to a language model.\n" : newest_first;
}

}  // namespace nsys_ai
