// Texts that the editor has open: positions and edits in both encodings.
#include "features/documents/text_document.h"

#include <gtest/gtest.h>

#include <random>

namespace nsys_ai {
namespace {

// a, e acute (2 bytes), euro (3 bytes), a face (4 bytes, two UTF-16 units), b.
const std::string kMixed =
    "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80"
    "b";

TextDocument document(const std::string& text, PositionEncoding encoding = PositionEncoding::utf16) {
  return TextDocument({"file:///a.py", "python", 1, text}, encoding);
}

TEST(TextDocument, CountsPositionsInTheSettledEncoding) {
  const auto utf16 = document("x\n" + kMixed, PositionEncoding::utf16);
  const auto utf8 = document("x\n" + kMixed, PositionEncoding::utf8);
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
  const auto utf32 = document("x\n" + kMixed, PositionEncoding::utf32);
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
  EXPECT_EQ(document(kMixed).offset({0, 4}), 6U);
  EXPECT_EQ(document(kMixed, PositionEncoding::utf8).offset({0, 2}), 1U);
  EXPECT_EQ(document(kMixed).position(8), (lsp::Position{0, 3}));
}

TEST(TextDocument, MovesPositionsBehindTheEndBackToIt) {
  const auto text = document("ab\r\ncd\re\n");
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
  const auto text = document("import torch\nx = 1\n");
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
    const auto text = document("a\xF0\n\x80\x80\xE2\x82", encoding);
    for (uint32_t line = 0; line < 3; ++line)
      for (uint32_t character = 0; character < 9; ++character)
        EXPECT_LE(text.offset({line, character}), text.text().size());
    for (size_t offset = 0; offset <= text.text().size(); ++offset) EXPECT_LE(text.position(offset).line, 1U);
  }
}

TEST(TextDocument, RandomEditsAgreeWithEditsOfBytes) {
  std::mt19937 random(11);
  const std::string pieces[] = {"a",     "\n", "\r\n", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
                                "word ", ""};
  for (const auto encoding : {PositionEncoding::utf8, PositionEncoding::utf16}) {
    TextDocument text = document("", encoding);
    std::string expected;
    for (int round = 0; round < 2000; ++round) {
      // Any offset becomes a good one by its way through a position.
      size_t start = text.offset(text.position(random() % (expected.size() + 1)));
      size_t end = text.offset(text.position(random() % (expected.size() + 1)));
      if (start > end) std::swap(start, end);
      std::string piece;
      for (unsigned at = random() % 4; at > 0; --at) piece += pieces[random() % std::size(pieces)];
      expected.replace(start, end - start, piece);
      auto next = text.changed(round, {{lsp::Range{text.position(start), text.position(end)}, piece}});
      ASSERT_TRUE(next);
      text = std::move(*next);
      ASSERT_EQ(text.text(), expected);
    }
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
