// Texts that the editor has open: positions and edits in both encodings.
#include "features/documents/text_document.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <tuple>

namespace nsys_ai {
namespace {

// a, e acute (2 bytes), euro (3 bytes), a face (4 bytes, two UTF-16 units), b.
const std::string kMixed =
    "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
    "b";

TextDocument edited_document(const std::string& text, PositionEncoding encoding = PositionEncoding::utf16) {
  return TextDocument({"file:///a.py", "python", 1, text}, encoding);
}

TEST(TextDocument, CountsPositionsInTheSettledEncoding) {
  const auto utf16 = edited_document("x\n" + kMixed, PositionEncoding::utf16);
  const auto utf8 = edited_document("x\n" + kMixed, PositionEncoding::utf8);
  const std::vector<size_t> bytes = {0, 1, 3, 6, 10, 11};
  const std::vector<uint32_t> units = {0, 1, 2, 3, 5, 6};
  for (size_t at = 0; at < bytes.size(); ++at) {
    EXPECT_EQ(utf16.offset({1, units[at]}), 2 + bytes[at]);
    EXPECT_EQ(utf8.offset({1, static_cast<uint32_t>(bytes[at])}), 2 + bytes[at]);
    EXPECT_EQ(utf16.position(2 + bytes[at]), (lsp::Position{1, units[at]}));
    EXPECT_EQ(utf8.position(2 + bytes[at]), (lsp::Position{1, static_cast<uint32_t>(bytes[at])}));
  }
}

TEST(TextDocument, CountsCharactersInUtf32) {
  const auto utf32 = edited_document("x\n" + kMixed, PositionEncoding::utf32);
  const std::vector<size_t> bytes = {0, 1, 3, 6, 10, 11};
  for (uint32_t at = 0; at < bytes.size(); ++at) {
    EXPECT_EQ(utf32.offset({1, at}), 2 + bytes[at]);
    EXPECT_EQ(utf32.position(2 + bytes[at]), (lsp::Position{1, at}));
  }
  for (const char* name : {"utf-8", "utf-16", "utf-32"})
    EXPECT_EQ(name_of(*position_encoding_named(name)), name);
  EXPECT_FALSE(position_encoding_named("utf-7"));
}

TEST(TextDocument, MovesPositionsInsideACharacterToItsStart) {
  EXPECT_EQ(edited_document(kMixed).offset({0, 4}), 6U);
  EXPECT_EQ(edited_document(kMixed, PositionEncoding::utf8).offset({0, 2}), 1U);
  EXPECT_EQ(edited_document(kMixed).position(8), (lsp::Position{0, 3}));
}

TEST(TextDocument, MovesPositionsBehindTheEndBackToIt) {
  const auto text = edited_document("ab\r\ncd\re\n");
  EXPECT_EQ(text.line_count(), 4U);
  EXPECT_EQ(text.offset({0, 99}), 2U);
  EXPECT_EQ(text.offset({1, 4294967295U}), 6U);
  EXPECT_EQ(text.offset({2, 1}), 8U);
  EXPECT_EQ(text.offset({3, 5}), 9U);
  EXPECT_EQ(text.offset({4, 0}), 9U);
  EXPECT_EQ(text.line(0), "ab");
  EXPECT_EQ(text.line(1), "cd");
  EXPECT_EQ(text.line(3), "");
  EXPECT_EQ(text.line(77), "");
  EXPECT_EQ(text.position(1000), (lsp::Position{3, 0}));
}

TEST(TextDocument, AppliesEachEditToWhatTheOneBeforeLeft) {
  const auto text = edited_document("import torch\nx = 1\n");
  const auto next = text.changed(2, {{lsp::Range{{0, 7}, {0, 12}}, "numpy as np\nimport os"},
                                     {lsp::Range{{2, 4}, {2, 5}}, "2"},
                                     {lsp::Range{{3, 0}, {3, 0}}, "y = 3"}});
  ASSERT_TRUE(next);
  EXPECT_EQ(next->text(), "import numpy as np\nimport os\nx = 2\ny = 3");
  EXPECT_EQ(next->version(), 2);
  EXPECT_EQ(text.text(), "import torch\nx = 1\n");
  EXPECT_EQ(next->changed(3, {{std::nullopt, "all new"}})->text(), "all new");
  EXPECT_FALSE(text.changed(2, {{lsp::Range{{1, 0}, {0, 0}}, ""}}));
}

TEST(TextDocument, SurvivesBytesThatAreNotUtf8) {
  for (const auto encoding : {PositionEncoding::utf8, PositionEncoding::utf16}) {
    const auto text = edited_document("a\xF0\n\x80\x80\xE2\x82", encoding);
    for (uint32_t line = 0; line < 3; ++line)
      for (uint32_t character = 0; character < 9; ++character)
        EXPECT_LE(text.offset({line, character}), text.text().size());
    for (size_t offset = 0; offset <= text.text().size(); ++offset) EXPECT_LE(text.position(offset).line, 1U);
  }
}

// Positions by the letter of the protocol, from the beginning of the text each time.
class PlainText {
 public:
  explicit PlainText(PositionEncoding encoding) : encoding_(encoding) {}

  std::string text;

  // Of each character's beginning and of the end of each line: a place that a client can name.
  std::vector<std::pair<size_t, lsp::Position>> places() const {
    std::vector<std::pair<size_t, lsp::Position>> all;
    lsp::Position at;
    for (size_t i = 0; i < text.size();) {
      all.emplace_back(i, at);
      const size_t bytes = bytes_at(i);
      if (text.substr(i, 2) == "\r\n" || text[i] == '\n' || text[i] == '\r') {
        i += text.substr(i, 2) == "\r\n" ? 2 : 1;
        at = {at.line + 1, 0};
        continue;
      }
      at.character += encoding_ == PositionEncoding::utf8    ? static_cast<uint32_t>(bytes)
                      : encoding_ == PositionEncoding::utf16 ? bytes == 4 ? 2 : 1
                                                             : 1;
      i += bytes;
    }
    all.emplace_back(text.size(), at);
    return all;
  }

 private:
  size_t bytes_at(size_t at) const {
    const auto first = static_cast<unsigned char>(text[at]);
    return first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  }

  PositionEncoding encoding_;
};

// Texts of a few lines, and ones of many blocks.
TEST(TextDocument, RandomEditsAgreeWithAPlainText) {
  std::mt19937 random(11);
  const std::string pieces[] = {"a",     "\n", "\r\n", "\r", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                                "word ", ""};
  for (const auto encoding : {PositionEncoding::utf8, PositionEncoding::utf16, PositionEncoding::utf32})
    for (const size_t most : {size_t{40}, 6 * EditableText::kMaxBlock}) {
      TextDocument text = edited_document("", encoding);
      PlainText plain(encoding);
      for (int round = 0; round < (most > 100 ? 120 : 1500); ++round) {
        const auto places = plain.places();
        auto [start, from] = places[random() % places.size()];
        auto [end, to] = places[random() % places.size()];
        if (random() % 2 == 0) std::tie(end, to) = std::tie(start, from);
        if (start > end) std::swap(start, end), std::swap(from, to);
        std::string piece;
        for (size_t left = plain.text.size() > most ? random() % 4 : random() % (most / 4); left > 0; --left)
          piece += pieces[random() % std::size(pieces)];
        plain.text.replace(start, end - start, piece);
        auto next = text.changed(round, {{lsp::Range{from, to}, piece}});
        ASSERT_TRUE(next);
        text = std::move(*next);
        ASSERT_EQ(text.text(), plain.text);
        const auto wanted = plain.places();
        ASSERT_EQ(text.line_count(), wanted.back().second.line + 1);
        for (size_t i = 0; i < wanted.size(); i += 1 + random() % (wanted.size() / 20 + 1)) {
          const auto& [offset, position] = wanted[i];
          ASSERT_EQ(text.position(offset), position) << round;
          ASSERT_EQ(text.offset(position), offset) << round;
        }
        ASSERT_EQ(text.offset({0, UINT32_MAX}),
                  std::min(plain.text.find_first_of("\r\n"), plain.text.size()));
        ASSERT_EQ(text.offset(wanted.back().second), plain.text.size());
        ASSERT_EQ(text.offset({UINT32_MAX, 0}), plain.text.size());
      }
    }
}

// At offsets where blocks begin, too.
TEST(TextDocument, LineBreaksAreWholeWhereverTheyStand) {
  const TextDocument text = edited_document(std::string(3 * EditableText::kMaxBlock, '\r'));
  const auto lines = static_cast<uint32_t>(text.line_count());
  for (uint32_t at = 1; at < lines; ++at) {
    if ((at + 1) % (EditableText::kMaxBlock / 16) > 2) continue;
    const auto whole = text.changed(2, {{lsp::Range{{at, 0}, {at, 0}}, "\n"}});
    EXPECT_EQ(whole->line_count(), lines) << at;
    EXPECT_EQ(whole->position(at + 1), (lsp::Position{at, 0}));
    EXPECT_EQ(whole->offset({at - 1, UINT32_MAX}), at - 1);
    const auto parted =
        whole->changed(3, {{lsp::Range{{at - 1, 0}, {at - 1, 0}}, "x"}, {lsp::Range{{at, 0}, {at, 0}}, "y"}});
    EXPECT_EQ(parted->text().substr(at - 1, 4), "x\r\ny") << at;
    EXPECT_EQ(parted->line_count(), lines) << at;
  }
}

double seconds_spent(const std::function<void()>& work) {
  const auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

// An editor that replaces a name everywhere sends one change for each place.
TEST(TextDocument, AThousandChangesCostWhatTheyChange) {
  constexpr size_t kBytes = 10'000'000;
  constexpr uint32_t kChanges = 1000;
  std::string lines;
  while (lines.size() < kBytes) lines += "value = compute(alpha, beta)  # \xC3\xA9\r\n";
  const auto line_count = static_cast<uint32_t>(std::ranges::count(lines, '\n'));
  const std::string one_line(kBytes, 'x');
  for (const std::string& content : {lines, one_line}) {
    const double whole = seconds_spent([&] { EXPECT_GT(edited_document(content).line_count(), 0U); });
    std::vector<lsp::TextDocumentContentChangeEvent> changes;
    size_t wanted = content.size();
    for (uint32_t i = 0; i < kChanges; ++i) {
      const uint32_t at = i * (kBytes / kChanges);
      const lsp::Position place =
          content == lines ? lsp::Position{i * (line_count / kChanges), 3} : lsp::Position{0, at};
      changes.push_back({lsp::Range{place, place}, content == lines && i % 2 == 1 ? "two\nlines" : "word"});
      wanted += changes.back().text.size();
    }
    const TextDocument before = edited_document(content);
    std::optional<TextDocument> after;
    const double together = seconds_spent([&] { after = *before.changed(2, changes); });
    EXPECT_LT(together, 20 * whole) << whole;
    EXPECT_EQ(after->text().size(), wanted);
    // As an editor sends them while somebody types.
    after = before;
    const double each = seconds_spent([&] {
      for (const auto& change : changes) after = *after->changed(2, {change});
    });
    EXPECT_LT(each, 20 * whole) << whole;
    EXPECT_EQ(after->text(), before.changed(2, changes)->text());
  }
}

TEST(TextDocuments, AreOpenUntilTheyAreClosed) {
  TextDocuments documents;
  lsp::DidChangeTextDocumentParams change;
  change.textDocument.uri = "file:///a.py";
  change.contentChanges.push_back({std::nullopt, "y"});
  EXPECT_FALSE(documents.change(change));
  documents.open({"file:///a.py", "python", 1, "x"});
  const auto before = documents.find("file:///a.py");
  ASSERT_TRUE(before);
  ASSERT_TRUE(documents.change(change));
  EXPECT_EQ(before->text(), "x");
  EXPECT_EQ(documents.find("file:///a.py")->text(), "y");
  documents.close("file:///a.py");
  EXPECT_FALSE(documents.find("file:///a.py"));
}

}  // namespace
}  // namespace nsys_ai
