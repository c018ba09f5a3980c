// Cells of the common kinds.
#pragma once

#include <string>
#include <utility>

#include "base/text_table.h"
#include "view/page.h"

namespace nsys_ai {

// Of names in tables; the whole name stands on the page of what has it.
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
// A part of a whole, as a share with a bar.
inline Cell share_cell(int64_t part, int64_t whole) {
  return {whole > 0 ? readable_share(ratio(part, whole)) : "-", "", ratio(part, whole), true};
}
// A name of the profile.
inline Cell name_cell(std::string_view name, std::string target = {}) {
  return text_cell(shortened(one_line(name), kNameWidth), std::move(target));
}
// An event, named by its reference.
inline Cell event_cell(const std::string& reference) { return text_cell(reference, reference); }

}  // namespace nsys_ai
