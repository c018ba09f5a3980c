// Reads the string table in one pass.
#include "profile/load/strings.h"

#include <fmt/format.h>

#include <utility>

#include "profile/load/split_text.h"

namespace nsys_ai {
namespace {

// In a valid file each id occurs once, so deduplicating their texts here gains nothing.
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
    if (const auto key = wanted_texts.key_of(*id)) split.add(*key, *text, name.has_value());
  }

  const IdDictionary& wanted;
  const TextIds& wanted_texts;
  TextBlocks texts;
  std::vector<std::pair<uint32_t, std::string_view>> found;  // code and text of each id
  std::vector<int64_t> textless;                             // ids of rows without text
  SplitTexts::Part split;
};

StringPart& string_part(const std::unique_ptr<RowSink>& sink) { return static_cast<StringPart&>(*sink); }

}  // namespace

Result<ScannedTable> Strings::read(const TableSource& source, const FileTable* table,
                                   const CancelToken& cancel) {
  texts_.assign(wanted_.keys().size(), std::nullopt);
  names_.assign(wanted_.keys().size(), NameId::none());
  if (table == nullptr) return ScannedTable();
  const auto new_part = [&] { return std::make_unique<StringPart>(wanted_, wanted_texts_); };
  auto scanned = scan_tables(source, {{table, {"id", "value"}, new_part}}, cancel);
  if (!scanned) return tl::unexpected(scanned.error());
  parts_ = std::move(scanned->front().parts);
  for (const auto& sink : parts_) {
    StringPart& part = string_part(sink);
    for (const auto& [code, text] : part.found) {
      repeated_ += texts_[code] ? 1 : 0;
      texts_[code] = text;
    }
    split_texts_.add(std::move(part.split));
  }
  // Ids that are requested as names too were counted above.
  repeated_ += split_texts_.put_in_order();
  for (const auto& part : parts_)
    for (const int64_t id : string_part(part).textless) repeated_ += has_text(id) ? 1 : 0;
  return std::move(scanned->front());
}

bool Strings::has_text(int64_t id) const {
  if (const auto name = wanted_.find(id)) return texts_[*name].has_value();
  const auto key = wanted_texts_.key_of(id);
  return key && SplitTexts::Finder(split_texts_).find(*key);
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

size_t Strings::missing_texts() const {
  if (split_texts_.size() == wanted_texts_.size()) return 0;
  size_t missing = 0;
  SplitTexts::Finder texts(split_texts_);
  wanted_texts_.each(
      [&](int64_t id) { missing += !wanted_.find(id) && !texts.find(*wanted_texts_.key_of(id)) ? 1 : 0; });
  return missing;
}

void Strings::forget_texts() {
  wanted_texts_ = {};
  split_texts_.forget();
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

}  // namespace nsys_ai
