// Readable units, and tables for terminals and Markdown.
#include "base/text_table.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "base/csv.h"
#include "base/heading.h"

namespace nsys_ai {
namespace {

// Three to four digits: 1.234, 12.34, 123.4.
std::string four_digits(double value) {
  const double size = std::fabs(value);  // the bounds at which rounding adds a digit
  if (size >= 999.95) return fmt::format("{:.0f}", value);
  if (size >= 99.995) return fmt::format("{:.1f}", value);
  if (size >= 9.9995) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3f}", value);
}

struct Scale {
  double size;
  const char* unit;
};

template <size_t N>
std::string scaled(double value, const std::array<Scale, N>& scales, std::string plain) {
  for (const Scale& scale : scales) {
    if (std::fabs(value) < scale.size) continue;
    return four_digits(value / scale.size) + " " + scale.unit;
  }
  return plain;
}

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The byte offset at which code point `count` begins, or the end.
size_t byte_of(std::string_view text, size_t count) {
  size_t at = 0;
  while (at < text.size() && count > 0) {
    ++at;
    while (at < text.size() && is_continuation(text[at])) ++at;
    --count;
  }
  return at;
}

struct PrintedTable {
  std::vector<std::vector<std::string>> cells;  // header first
  std::vector<bool> right;
  std::vector<size_t> width;
};

PrintedTable print_cells(const Table& table, size_t max_text) {
  PrintedTable printed;
  std::vector<std::string> header;
  for (const Column& column : table.columns) {
    header.push_back(markdown_escaped(column_title(column)));
    printed.right.push_back(column.type != ValueType::text);
  }
  printed.cells.push_back(std::move(header));
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (size_t i = 0; i < row.size(); ++i)
      cells.push_back(
          markdown_escaped(shortened(one_line(readable(row[i], table.columns[i].unit)), max_text)));
    printed.cells.push_back(std::move(cells));
  }
  printed.width.assign(table.columns.size(), 0);
  for (const auto& row : printed.cells)
    for (size_t i = 0; i < row.size(); ++i)
      printed.width[i] = std::max(printed.width[i], display_width(row[i]));
  return printed;
}

std::string padded(const std::string& text, size_t width, bool right) {
  const size_t used = display_width(text);
  const std::string blanks(width > used ? width - used : 0, ' ');
  return right ? blanks + text : text + blanks;
}

}  // namespace

std::string readable_ns(int64_t ns) {
  static constexpr std::array<Scale, 3> scales = {Scale{1e9, "s"}, Scale{1e6, "ms"}, Scale{1e3, "us"}};
  return scaled(static_cast<double>(ns), scales, fmt::format("{} ns", ns));
}

std::string readable_bytes(int64_t bytes) {
  static constexpr std::array<Scale, 4> scales = {Scale{1e12, "TB"}, Scale{1e9, "GB"}, Scale{1e6, "MB"},
                                                  Scale{1e3, "kB"}};
  return scaled(static_cast<double>(bytes), scales, fmt::format("{} B", bytes));
}

std::string readable_share(double share) { return fmt::format("{:.1f} %", share * 100); }

std::string readable_count(int64_t count) {
  std::string digits = fmt::format("{}", count);
  const size_t first = count < 0 ? 1 : 0;
  for (size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string readable_clock(int64_t ns) {
  const int64_t us = ns / 1000;
  return fmt::format("{}{}.{:06} s", ns < 0 ? "-" : "", std::abs(us) / 1'000'000, std::abs(us) % 1'000'000);
}

namespace {

// Rounds a measure to its smallest unit, as averages of integers are shown.
std::optional<int64_t> rounded(double real, Unit unit) {
  constexpr double kMax = 9.2e18;
  const bool is_measure = unit == Unit::ns || unit == Unit::clock_ns || unit == Unit::bytes;
  if (!is_measure || !(std::abs(real) < kMax)) return std::nullopt;
  return std::llround(real);
}

}  // namespace

std::string readable(const Value& value, Unit unit) {
  if (std::holds_alternative<std::monostate>(value)) return "-";
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* real = std::get_if<double>(&value)) {
    if (unit == Unit::share) return readable_share(*real);
    if (unit == Unit::gb_per_s) return four_digits(*real) + " GB/s";
    if (const auto whole = rounded(*real, unit)) return readable(Value(*whole), unit);
    return four_digits(*real);
  }
  const int64_t integer = std::get<int64_t>(value);
  switch (unit) {
    case Unit::ns:
      return readable_ns(integer);
    case Unit::clock_ns:
      return readable_clock(integer);
    case Unit::bytes:
      return readable_bytes(integer);
    case Unit::count:
      return readable_count(integer);
    default:
      return fmt::format("{}", integer);
  }
}

std::string one_line(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const auto active = active_character(text, at);
    if (!active)
      line += text[at];
    else if (active->code == '\n')
      line += "\\n";
    else if (active->code == '\t')
      line += "\\t";
    else if (active->bytes == 1)
      line += fmt::format("\\x{:02x}", active->code);
    else if (active->bytes == 4)
      line += fmt::format("\\U{:08x}", active->code);
    else
      line += fmt::format("\\u{:04x}", active->code);
    at += active ? active->bytes : 1;
  }
  return line;
}

std::string shortened(std::string_view text, size_t width) {
  const size_t length = display_width(text);
  if (length <= width || width < 3) return std::string(text);
  // The beginning names the kernel, the end distinguishes variants.
  const size_t tail = (width - 1) / 3;
  const size_t head = width - 1 - tail;
  return std::string(text.substr(0, byte_of(text, head))) + "…" +
         std::string(text.substr(byte_of(text, length - tail)));
}

std::string markdown_escaped(std::string_view text) {
  // Terminals show Markdown as source, so characters without an effect are not escaped: an underscore inside
  // a word, and signs that only begin a list or a heading at the start of a line.
  static constexpr std::string_view kActive = "\\`*[]<>|&~$@!";
  static constexpr std::string_view kActiveAtStart = "#+-=";
  const std::string line = one_line(text);
  const auto is_word = [&](size_t at) {
    return at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) != 0 || line[at] == '_');
  };
  std::string escaped;
  for (size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    const bool lone_underscore = c == '_' && !(at > 0 && is_word(at - 1) && is_word(at + 1));
    const bool numbers_list = (c == '.' || c == ')') && at > 0 &&
                              line.find_first_not_of("0123456789") == at &&
                              (at + 1 == line.size() || line[at + 1] == ' ');
    // "http://" and "www." alone make links in some readers.
    const bool begins_link = (c == ':' && at + 1 < line.size() && line[at + 1] == '/') ||
                             (c == '.' && at >= 3 && std::string_view(line).substr(at - 3, 3) == "www");
    if (kActive.find(c) != std::string_view::npos || lone_underscore || numbers_list || begins_link ||
        (at == 0 && kActiveAtStart.find(c) != std::string_view::npos))
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

size_t display_width(std::string_view text) {
  size_t count = 0;
  for (const char c : text) count += is_continuation(c) ? 0 : 1;
  return count;
}

std::string markdown_table(const Table& table, size_t max_text) {
  const PrintedTable printed = print_cells(table, max_text);
  std::string text;
  for (size_t r = 0; r < printed.cells.size(); ++r) {
    text += "|";
    for (size_t i = 0; i < printed.cells[r].size(); ++i)
      text += " " + padded(printed.cells[r][i], printed.width[i], printed.right[i]) + " |";
    text += "\n";
    if (r > 0) continue;
    text += "|";
    for (size_t i = 0; i < printed.width.size(); ++i)
      text += std::string(printed.width[i] + 1, '-') + (printed.right[i] ? ":|" : "-|");
    text += "\n";
  }
  return text;
}

std::string csv(const Table& table) {
  std::string text;
  for (size_t i = 0; i < table.columns.size(); ++i) {
    if (i > 0) text += ",";
    append_csv_word(text, table.columns[i].name);
  }
  text += "\n";
  for (const auto& row : table.rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += ",";
      if (const auto* integer = std::get_if<int64_t>(&row[i])) text += fmt::format("{}", *integer);
      if (const auto* real = std::get_if<double>(&row[i])) text += fmt::format("{}", *real);
      if (const auto* field = std::get_if<std::string>(&row[i])) append_csv_text(text, *field);
    }
    text += "\n";
  }
  return text;
}

}  // namespace nsys_ai
