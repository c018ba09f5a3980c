// Visits the members of answers.
#include "view/kept_analysis.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/byte_archive.h"
#include "base/guarded.h"
#include "profile/cache/cache_folder.h"
#include "profile/cache/kept_part.h"
#include "view/pages/capture_facts.h"

namespace nsys_ai {
namespace {

void write_value(ByteWriter& archive, const Value& value) {
  archive.word(value.index());
  if (const auto* integer = std::get_if<int64_t>(&value))
    archive(*integer);
  else if (const auto* real = std::get_if<double>(&value))
    archive(*real);
  else if (const auto* text = std::get_if<std::string>(&value))
    archive(*text);
}

void read_value(ByteReader& archive, Value& value) {
  size_t index = 0;
  archive.word(index);
  if (index == Value(int64_t{}).index())
    archive(value.emplace<int64_t>());
  else if (index == Value(double{}).index())
    archive(value.emplace<double>());
  else if (index == Value(std::string()).index())
    archive(value.emplace<std::string>());
  else if (index != 0)
    archive.fail();
}

void visit_cell_value(ByteWriter& archive, const Value& value) { write_value(archive, value); }
void visit_cell_value(ByteReader& archive, Value& value) { read_value(archive, value); }

// One list of members for reading and writing.
template <class Archive, class Of>
void visit_row(Archive& archive, Of& row) {
  archive.each(row, visit_cell_value);
}
template <class Archive, class Of>
void visit_string(Archive& archive, Of& text) {
  archive(text);
}
template <class Archive, class Of>
void visit_ordinal(Archive& archive, Of& ordinal) {
  archive(ordinal);
}
template <class Archive, class Of>
void visit_column(Archive& archive, Of& column) {
  archive(column.name);
  archive.word(column.type);
  archive.word(column.unit);
  archive(column.doc);
}
template <class Archive, class Of>
void visit_answer(Archive& archive, Of& answer) {
  archive(answer.skill);
  archive.word(answer.outcome);
  archive(answer.reason);
  archive.each(answer.needs, visit_string);
  archive.each(answer.scope.devices, visit_ordinal);
  archive(answer.scope.start_ns);
  archive(answer.scope.end_ns);
  archive.each(answer.table.columns, visit_column);
  archive.each(answer.table.rows, visit_row);
  archive(answer.total_rows);
  archive.word(answer.truncated);
  archive.each(answer.notes, visit_string);
}
template <class Archive, class Of>
void visit_capture_fact(Archive& archive, Of& fact) {
  archive(fact.label);
  archive(fact.value.text);
}
template <class Archive, class Of>
void visit_analysis(Archive& archive, Of& analysis) {
  archive.each(analysis.answers, visit_answer);
  archive.each(analysis.capture.facts, visit_capture_fact);
  archive.each(analysis.frameworks, visit_string);
}

bool is_sound(const Answer& answer) {
  return answer.outcome <= Outcome::cannot_answer &&
         std::ranges::all_of(
             answer.table.columns,
             [](const Column& of) { return of.type <= ValueType::text && of.unit <= Unit::ref; }) &&
         std::ranges::all_of(answer.table.rows,
                             [&](const auto& row) { return row.size() == answer.table.columns.size(); });
}

}  // namespace

std::vector<uint8_t> bytes_of(const Analysis& analysis, int64_t limit) {
  ByteWriter writer;
  writer(limit);
  visit_analysis(writer, analysis);
  return writer.taken();
}

bool restore_answers(std::span<const uint8_t> bytes, int64_t limit, Analysis& analysis) {
  ByteReader reader(bytes);
  int64_t kept_limit = 0;
  reader(kept_limit);
  Analysis kept;
  if (kept_limit != limit) return false;
  visit_analysis(reader, kept);
  if (!reader.is_done() || kept.answers.empty() || kept.capture.facts.empty() ||
      !std::ranges::all_of(kept.answers, is_sound))
    return false;
  analysis.answers = std::move(kept.answers);
  analysis.capture = std::move(kept.capture);
  analysis.frameworks = std::move(kept.frameworks);
  return true;
}

bool restore_answers(const Profile& profile, int64_t limit, Analysis& analysis) {
  const auto part = part_of_program(CacheFolder::kAnalysis);
  const auto kept = part ? load_part(profile, *part) : std::nullopt;
  if (!kept) return false;
  if (!restore_answers(*kept, limit, analysis)) {
    remove_part(profile, *part);
    return false;
  }
  analysis.capture.facts.front() = file_fact(profile);
  return true;
}

void keep_answers(const Profile& profile, int64_t limit, const Analysis& analysis) {
  run_guarded("The keeping of answers", [&] {
    if (const auto part = part_of_program(CacheFolder::kAnalysis))
      store_part(profile, *part, bytes_of(analysis, limit));
  });
}

}  // namespace nsys_ai
