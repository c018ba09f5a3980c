// Words of a model as a terminal shows them.
#include "view/markdown_text.h"

#include <gtest/gtest.h>

namespace nsys_ai {
namespace {

TEST(MarkdownText, ShowsWordsWithoutMarks) {
  EXPECT_EQ(markdown_text("**gemm**, 66 calls, `void f<a, b>(int)`\n", 80), "gemm, 66 calls, void f<a, b>(int)\n");
  EXPECT_EQ(markdown_text("a\\_b \\*c\\* and `` ` `` alone`", 80), "a_b *c* and ` alone`\n");
}

TEST(MarkdownText, NamesWhereALinkLeads) {
  EXPECT_EQ(markdown_text("- Launched by [cuda\\[1\\]](target:runtime_call:37): 5 us\n- At [kernel\\:3](target:kernel:3)", 80),
            "- Launched by cuda[1] (runtime_call:37): 5 us\n- At kernel:3\n");
}

TEST(MarkdownText, KeepsTablesAligned) {
  EXPECT_EQ(markdown_text("|  average |      p50 |\n|---------:|---------:|\n| 173.7 us | 187.0 us |\n", 80),
            "  average        p50\n 173.7 us   187.0 us\n");
}

TEST(MarkdownText, FitsAWidth) {
  EXPECT_EQ(markdown_text("- one two three four", 12), "- one two\n  three four\n");
}

TEST(MarkdownText, TakesWhatIsNoMarkdownAsItIs) {
  EXPECT_EQ(markdown_text("[open `code **", 80), "[open `code\n");
  EXPECT_EQ(markdown_text("", 80), "\n");
}

}  // namespace
}  // namespace nsys_ai
