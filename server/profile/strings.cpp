// One pass over the string table.
#include "profile/strings.h"

#include <utility>

namespace nsys_ai {
namespace {

// Ids and texts are each told once by a whole file, so that looking for equal ones here gains nothing.
struct StringPart : RowTaker {
  explicit StringPart(const IdDictionary& of) : wanted(of) {}
  void take(Row& row) override {
    const auto id = row.integer(0);
    const auto text = row.text(1);
    if (!id || !text) return;
    if (const auto code = wanted.find(*id)) found.emplace_back(*code, texts.keep(*text));
  }
  const IdDictionary& wanted;
  TextBlocks texts;
  std::vector<std::pair<uint32_t, std::string_view>> found;  // code of the id, and its text
};

}  // namespace

Result<ScannedTable> Strings::read(const TableSource& source, const FileTable* table,
                                   const CancelToken& cancel) {
  texts_.assign(wanted_.keys().size(), std::nullopt);
  names_.assign(wanted_.keys().size(), NameId::none());
  if (table == nullptr) return ScannedTable();
  auto scanned = scan_tables(
      source, {{table, {"id", "value"}, [&] { return std::make_unique<StringPart>(wanted_); }}}, cancel);
  if (!scanned) return tl::unexpected(scanned.error());
  parts_ = std::move(scanned->front().parts);
  for (const auto& taker : parts_) {
    const auto& part = static_cast<const StringPart&>(*taker);
    for (const auto& [code, text] : part.found) texts_[code] = text;
  }
  return std::move(scanned->front());
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

void TextCodes::resolve(Strings& strings, Names& names) {
  id_names_.clear();
  for (const int64_t id : ids_.keys()) id_names_.push_back(strings.of(id, names));
  text_names_ = names.intern_all(texts_);
  ids_ = {};
  texts_ = {};
}

}  // namespace nsys_ai
