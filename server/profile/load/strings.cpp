// One pass over the string table.
#include "profile/load/strings.h"

#include <fmt/format.h>

#include <utility>

#include "profile/load/split_text.h"

namespace nsys_ai::inline profile {
namespace {

// In a whole file each id occurs once, so that keeping their texts apart here gains nothing.
struct StringPart : RowSink {
  StringPart(const IdDictionary& names, const TextIds& texts) : wanted(names), wanted_texts(texts) {}
  void append(TableRow& row) override {
    const auto id = row.integer(0);
    const auto text = row.text(1);
    if (!id) return;
    if (!text) {
      textless.push_back(*id);
      return;
    }
    const auto name = wanted.find(*id);
    if (name) found.emplace_back(*name, texts.keep(*text));
    const auto number = wanted_texts.number_of(*id);
    if (!number) return;
    const TextSplitter::Split of = splitter.split(*text);
    repaired += of.repaired && !name ? 1 : 0;
    split.push_back({*number, templates.add(of.of_template) << 1 | (name ? 1u : 0u)});
    numbers.push_back(of.numbers);
  }

  const IdDictionary& wanted;
  const TextIds& wanted_texts;
  TextBlocks texts;
  std::vector<std::pair<uint32_t, std::string_view>> found;  // code of the id, and its text
  std::vector<int64_t> textless;                             // ids of rows that have no text
  TextSplitter splitter;
  TemplateList templates;
  Plain<Strings::SplitRow> split;
  ByteRuns<uint8_t> numbers;  // of each
  size_t repaired = 0;
};

StringPart& string_part(const std::unique_ptr<RowSink>& sink) { return static_cast<StringPart&>(*sink); }

}  // namespace

Result<ScannedTable> Strings::read(const TableSource& source, const FileTable* table,
                                   const CancelToken& cancel) {
  texts_.assign(wanted_.keys().size(), std::nullopt);
  names_.assign(wanted_.keys().size(), NameId::none());
  wanted_texts_.number();
  places_.assign(wanted_texts_.numbers_end(), SplitPlace());
  if (table == nullptr) return ScannedTable();
  const auto new_part = [&] { return std::make_unique<StringPart>(wanted_, wanted_texts_); };
  auto scanned = scan_tables(source, {{table, {"id", "value"}, new_part}}, cancel);
  if (!scanned) return tl::unexpected(scanned.error());
  parts_ = std::move(scanned->front().parts);
  for (uint32_t i = 0; i < parts_.size(); ++i) {
    const StringPart& part = string_part(parts_[i]);
    for (const auto& [code, text] : part.found) {
      repeated_ += texts_[code] ? 1 : 0;
      texts_[code] = text;
    }
    for (uint32_t at = 0; at < part.split.size(); ++at) {
      SplitPlace& place = places_[part.split[at].number];
      // What is wanted as a name too is counted there.
      if (place.part == SplitPlace().part)
        ++placed_;
      else
        repeated_ += (part.split[at].of_template & 1) == 0 ? 1 : 0;
      place = {i, at};
    }
    repaired_texts_ += part.repaired;
  }
  for (const auto& part : parts_)
    for (const int64_t id : string_part(part).textless) repeated_ += has_text(id) ? 1 : 0;
  return std::move(scanned->front());
}

bool Strings::has_text(int64_t id) const {
  if (const auto name = wanted_.find(id)) return texts_[*name].has_value();
  const auto number = wanted_texts_.number_of(id);
  return number && places_[*number].part != SplitPlace().part;
}

NameId Strings::of(int64_t id, Names& names) {
  const auto code = id == kNone ? std::nullopt : wanted_.find(id);
  if (!code) return NameId();
  NameId& name = names_[*code];
  if (!name.exists()) {
    missing_ += texts_[*code] ? 0 : 1;
    name = names.intern(texts_[*code].value_or(""));
  }
  return name;
}

Strings::SplitTexts::SplitTexts(const Strings& strings) : strings_(strings) {
  for (const auto& part : strings.parts_)
    parts_.push_back({string_part(part).split.begin(), ByteRuns<uint8_t>::Reader(string_part(part).numbers)});
}

std::vector<TemplateList*> Strings::template_lists() const {
  std::vector<TemplateList*> lists;
  for (const auto& part : parts_) lists.push_back(&string_part(part).templates);
  return lists;
}

size_t Strings::missing_texts() const {
  if (placed_ == wanted_texts_.size()) return 0;
  size_t missing = 0;
  wanted_texts_.each([&](int64_t id, uint32_t number) {
    missing += places_[number].part == SplitPlace().part && !wanted_.find(id) ? 1 : 0;
  });
  return missing;
}

void Strings::forget_texts() {
  wanted_texts_ = {};
  places_ = {};
  for (const auto& part : parts_) {
    string_part(part).split.clear_and_free();
    string_part(part).numbers.clear_and_free();
  }
}

std::string note_of_repeated_ids(size_t rows) {
  return fmt::format(
      "{} rows of the table of names have the id of another row; the last one with a text counts.", rows);
}

void TextCodes::resolve(Strings& strings, Names& names) {
  id_names_.clear();
  for (const int64_t id : ids_.keys()) id_names_.push_back(strings.of(id, names));
  text_names_ = names.intern_all(texts_);
  ids_ = {};
  texts_ = {};
}

}  // namespace nsys_ai::inline profile
