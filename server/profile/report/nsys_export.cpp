// Builds the command line of nsys, parses its progress bar, and converts its failures into sentences.
#include "profile/report/nsys_export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <fstream>
#include <optional>
#include <string_view>
#include <vector>

#include "base/child_process.h"
#include "base/quantity.h"
#include "base/text_table.h"
#include "profile/sqlite_file/file_check.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kLinesToReport = 3;
constexpr size_t kMaxToReport = 300;  // code points
constexpr std::chrono::seconds kPatienceForVersion(10);
constexpr std::string_view kReportMagic = "NVIDIA Tegra Profiler Report ";
constexpr const char* kByHand = "nsys export --type sqlite --output PROFILE.sqlite REPORT.nsys-rep";

bool is_printed_digit(char c) { return c >= '0' && c <= '9'; }

std::string lowered(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

// Lines end at a line feed, or at the carriage return with which a progress bar overwrites itself.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    if (text.substr(0, end).find_first_not_of(" \t") != std::string_view::npos)
      lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return lines;
}

// The number in "[=====   42%   ]"; empty for other lines.
std::optional<int64_t> percent_in(std::string_view line) {
  const size_t end = line.rfind('%');
  if (end == std::string_view::npos || line.find('[') > end) return std::nullopt;
  size_t begin = end;
  while (begin > 0 && is_printed_digit(line[begin - 1])) --begin;
  const auto percent = parse_integer(line.substr(begin, end - begin));
  return percent && *percent <= 100 ? percent : std::nullopt;
}

// The last lines that are no progress, joined.
std::string last_words(const std::string& printed) {
  std::vector<std::string_view> lines = lines_of(printed);
  std::erase_if(lines, [](std::string_view line) { return percent_in(line).has_value(); });
  if (lines.size() > kLinesToReport) lines.erase(lines.begin(), lines.end() - kLinesToReport);
  return shortened(one_line(fmt::format("{}", fmt::join(lines, " / "))), kMaxToReport);
}

// Three numbers at the beginning of a text, "2026.2.1" of "2026.2.1.191-x" or "2026@2@1"; otherwise empty.
std::string version_at(std::string_view text) {
  std::string version;
  int dots = 0;
  for (const char c : text) {
    if (c == '.' || c == '@') {
      if (++dots == 3) break;
      version += '.';
    } else if (is_printed_digit(c)) {
      version += c;
    } else {
      break;
    }
  }
  while (version.ends_with('.')) version.pop_back();
  return version.find('.') == std::string::npos ? "" : version;
}

std::string version_behind(std::string_view text, std::string_view words) {
  const size_t at = text.find(words);
  return at == std::string_view::npos ? "" : version_at(text.substr(at + words.size()));
}

std::string first_line_of(const fs::path& report) {
  std::string head(100, '\0');
  std::ifstream file(report, std::ios::binary);
  file.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<size_t>(file.gcount()));
  return head;
}

// Empty when nsys does not say.
std::string version_of(const fs::path& nsys, const Work& work) {
  const auto end = run_child({{nsys.string(), "--version"}, work.cancel, {}, kPatienceForVersion});
  return end ? version_behind(end->printed, "version ") : "";
}

bool is_too_old(const std::string& printed) {
  const std::string text = lowered(printed);
  return text.find("newer") != std::string::npos && text.find("version") != std::string::npos;
}

tl::unexpected<Error> too_old(const NsysExport& order, const std::string& printed, const Work& work) {
  std::string theirs = version_behind(printed, "Nsight Systems version (");
  if (theirs.empty()) theirs = version_behind(first_line_of(order.report), kReportMagic);
  const std::string mine = version_of(order.nsys, work);
  const std::string made = theirs.empty()
                               ? fmt::format("a newer Nsight Systems made. It said: {}", last_words(printed))
                               : fmt::format("Nsight Systems {} made.", theirs);
  return fail(
      ErrorCode::cannot_do,
      fmt::format("nsys{} ({}) is too old for {}, which {}", mine.empty() ? "" : " " + mine,
                  order.nsys.string(), order.report.string(), made),
      fmt::format(
          "Install Nsight Systems {} (NSYS_AI_NSYS chooses among several), or export the report where it was captured: {}",
          theirs.empty() ? "as new as the capture's" : theirs + " or later", kByHand));
}

std::string how_it_ended(const ChildEnd& end) {
  if (end.signal != 0) return fmt::format("was ended by signal {}", end.signal);
  if (end.exit_code != 0) return fmt::format("failed with exit code {}", end.exit_code);
  return "ended well, but wrote no export";
}

struct Advice {
  std::string_view said;
  const char* hint;
};
constexpr std::array kAdvice = {
    Advice{
        "database is locked",
        "The disk of its output may not know file locks: set NSYS_AI_CACHE_DIR to a folder on a local disk."},
    Advice{"disk is full", "Free some, or set NSYS_AI_CACHE_DIR to a folder on a larger disk."},
    Advice{"no space left", "Free some, or set NSYS_AI_CACHE_DIR to a folder on a larger disk."},
};

std::string advice_for(const NsysExport& order, const std::string& printed) {
  const std::string text = lowered(printed);
  for (const Advice& advice : kAdvice)
    if (text.find(advice.said) != std::string::npos) return advice.hint;
  if (!first_line_of(order.report).starts_with(kReportMagic))
    return "The file does not begin as a report does: copy it again, or capture again.";
  return fmt::format("See what it says by hand: {}", kByHand);
}

tl::unexpected<Error> failed(const NsysExport& order, const ChildEnd& end, const Work& work) {
  if (is_too_old(end.printed)) return too_old(order, end.printed, work);
  const std::string words = last_words(end.printed);
  return fail(ErrorCode::cannot_do,
              fmt::format("{} cannot be exported: {} {}. {}", order.report.string(), order.nsys.string(),
                          how_it_ended(end), words.empty() ? "It said nothing." : "It said: " + words),
              advice_for(order, end.printed));
}

// The progress while nsys runs.
class Watch {
 public:
  Watch(const NsysExport& order, const Work& work) : order_(order), work_(work) {}

  void operator()(const std::string& printed) {
    std::error_code absent;
    const auto size = fs::file_size(order_.output, absent);
    const int64_t written = absent ? 0 : static_cast<int64_t>(size);
    const auto expected = static_cast<double>(std::max<int64_t>(order_.expected_bytes, 1));
    double done = std::min(0.95, static_cast<double>(written) / expected);
    std::string percent;
    for (const std::string_view line : lines_of(printed))
      if (const auto reported = percent_in(line)) {
        done = static_cast<double>(*reported) / 100;
        percent = fmt::format("{} %, ", *reported);
      }
    most_ = std::max(most_, done);
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - begun_);
    work_.report(most_, fmt::format("nsys exports {}: {}{} s, {} written", order_.report.filename().string(),
                                    percent, seconds.count(), readable_bytes(written)));
  }

 private:
  const NsysExport& order_;
  const Work& work_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  double most_ = 0;
};

}  // namespace

Result<void> run_nsys_export(const NsysExport& order, const Work& work) {
  Watch watch(order, work);
  const auto end =
      run_child({{order.nsys.string(), "export", "--type", "sqlite", "--output", order.output.string(),
                  "--force-overwrite", "true", fs::absolute(order.report).string()},
                 work.cancel,
                 [&](const std::string& printed) { watch(printed); },
                 {}});
  if (!end && end.error().code == ErrorCode::cancelled) return tl::unexpected(end.error());
  if (!end)
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be exported: {}", order.report.string(), end.error().message),
                "Set NSYS_AI_NSYS to an nsys that runs on this machine, or export the report elsewhere.");
  std::error_code absent;
  if (end->exit_code != 0 || end->signal != 0 || !fs::exists(order.output, absent))
    return failed(order, *end, work);
  if (open_error(order.output))
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be exported: what {} wrote is no whole SQLite file.",
                            order.report.string(), order.nsys.string()),
                fmt::format("See what it does by hand: {}", kByHand));
  return {};
}

}  // namespace nsys_ai
