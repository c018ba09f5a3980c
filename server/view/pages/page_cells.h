// Cells of the common kinds.
#pragma once

#include <string>
#include <utility>

#include "base/text_table.h"
#include "profile/profile.h"
#include "view/pages/page.h"
#include "view/targets/target.h"

namespace nsys_ai {

// The width of names in tables; a name's own page shows it in full.
inline constexpr size_t kNameWidth = 64;

inline double ratio(int64_t part, int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

inline Cell text_cell(std::string words, std::string target = {}) {
  return {std::move(words), std::move(target), std::nullopt, false};
}
inline Cell number_cell(std::string words) { return {std::move(words), "", std::nullopt, true}; }
inline Cell count_cell(int64_t count) { return number_cell(readable_count(count)); }
inline Cell of_kind(Cell cell, WordKind kind) {
  cell.kind = kind;
  return cell;
}
inline Cell time_cell(int64_t ns) { return of_kind(number_cell(readable_ns(ns)), WordKind::duration); }
inline Cell family_cell(std::string_view family) {
  return of_kind(text_cell(std::string(family)), WordKind::family);
}
// The share of a part, with a bar.
inline Cell share_bar_cell(int64_t part, int64_t whole) {
  return {whole > 0 ? readable_share(ratio(part, whole)) : "-", "", ratio(part, whole), true};
}
// One line of at most `width` characters, without its middle if it is longer. Reads only as much of a name as
// it can show, because a hostile profile may contain names of megabytes.
inline std::string short_line(std::string_view text, size_t width) {
  const size_t part = 8 * width;
  if (text.size() <= 2 * part) return shortened(one_line(text), width);
  const auto inside = [&](size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u; };
  size_t head = part;
  while (head > 0 && inside(head)) --head;
  size_t tail = text.size() - part;
  while (tail < text.size() && inside(tail)) ++tail;
  return shortened(one_line(std::string(text.substr(0, head)) + std::string(text.substr(tail))), width);
}
// The maximum length of a name in a cell; longer names lose their middle.
inline constexpr size_t kKeptOfName = 2000;
inline Cell name_cell(std::string_view name, std::string target = {}, uint32_t most = kNameWidth) {
  Cell cell = text_cell(short_line(name, kKeptOfName), std::move(target));
  cell.most = most;
  return cell;
}
// The number of a stream in its process.
inline Cell stream_cell(const Profile& profile, StreamIx stream) {
  Cell cell = number_cell(std::to_string(profile.streams()[stream].stream));
  cell.target = target_of_stream(stream);
  return cell;
}
// An event, shown as its reference.
inline Cell event_cell(const std::string& reference) { return text_cell(reference, reference); }

}  // namespace nsys_ai
