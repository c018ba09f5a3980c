// Most fields need no quotes and are appended unchanged.
#include "base/csv.h"

#include <algorithm>

#include "base/text_table.h"

namespace nsys_ai {
namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != ',' && c != '"';
}

bool begins_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@").find(text.front()) != std::string_view::npos;
}

}  // namespace

void append_csv_word(std::string& out, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_csv_text(std::string& out, std::string_view text) {
  const bool formula = begins_formula(text);
  if (!formula && std::all_of(text.begin(), text.end(), is_plain)) {
    out += text;
    return;
  }
  append_csv_word(out, (formula ? "'" : "") + one_line(text));
}

}  // namespace nsys_ai
