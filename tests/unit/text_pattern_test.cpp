// What matches what a person typed, and that no text can make it take long.
#include <gtest/gtest.h>

#include <chrono>

#include "base/csv.h"
#include "base/text_pattern.h"

namespace nsys_ai {
namespace {

bool matches(std::string_view pattern, std::string_view text, PatternOptions options = {}) {
  const auto made = TextPattern::make(pattern, options);
  if (!made) throw std::runtime_error(made.error().message);
  return made->matches(text);
}

constexpr PatternOptions kRegex{.regex = true, .case_sensitive = false};

TEST(TextPattern, IsAPartOfTheText) {
  EXPECT_TRUE(matches("gemm", "void sgemm<float>"));
  EXPECT_TRUE(matches("GEMM", "void sgemm<float>"));
  EXPECT_FALSE(matches("GEMM", "void sgemm<float>", {.regex = false, .case_sensitive = true}));
  EXPECT_FALSE(matches("gemm", "gem m"));
  EXPECT_FALSE(matches("gemm", ""));
  EXPECT_TRUE(matches(".", "a.b"));
  EXPECT_FALSE(matches(".", "ab"));
}

TEST(TextPattern, StarsStandForWhateverLiesBetween) {
  EXPECT_TRUE(matches("gemm*float", "sgemm<float>"));
  EXPECT_TRUE(matches("gemm*float", "gemmfloat"));
  EXPECT_FALSE(matches("float*gemm", "sgemm<float>"));
  EXPECT_FALSE(matches("aa*aa", "aaa"));
  EXPECT_TRUE(matches("*", ""));
  EXPECT_TRUE(matches("**gemm**", "gemm"));
}

TEST(TextPattern, TellsWhetherDigitsThatAreNotKnownDecide) {
  const auto fit = [](std::string_view pattern, std::string_view text, PatternOptions options = {}) {
    return TextPattern::make(pattern, options)->fit(text, {.digits = '?', .hex = '!'});
  };
  EXPECT_EQ(fit("step", "Step ?"), Fit::all);
  EXPECT_EQ(fit("op*id =", "a, op_id = ?"), Fit::all);
  EXPECT_EQ(fit("step", "stop ?"), Fit::none);
  EXPECT_EQ(fit("p 1", "Step ?"), Fit::some);
  EXPECT_EQ(fit("12", "Step ?"), Fit::some);
  EXPECT_EQ(fit("= 1", "Step ?"), Fit::none);
  EXPECT_EQ(fit("id*1", "a ?, id = ?"), Fit::some);
  EXPECT_EQ(fit("id*1*a", "a ?, id = ?"), Fit::none);
  EXPECT_EQ(fit("fp16", "fp16"), Fit::all);
  EXPECT_EQ(fit("fp16", "fp ?"), Fit::none) << "a blank lies between";
  EXPECT_EQ(fit("aten::add", "aten::mul, seq = ?, !"), Fit::none);
  EXPECT_EQ(fit("a10b2", "xa?b?"), Fit::some);
  EXPECT_EQ(fit("a10b2", "xa?bc?"), Fit::none);
  EXPECT_EQ(fit("1*2", "?"), Fit::some);
  EXPECT_EQ(fit("1*2*x", "?"), Fit::none);
  EXPECT_EQ(fit("p?", "step?"), Fit::none) << "no text holds it";
  EXPECT_EQ(fit("req", "req !"), Fit::all);
  EXPECT_EQ(fit("req c0de", "Req !"), Fit::some);
  EXPECT_EQ(fit("req c0de", "Req ?"), Fit::none);
  EXPECT_EQ(fit("4a5b-4C6D", "req !"), Fit::some);
  EXPECT_EQ(fit("rest", "req !"), Fit::none);
  EXPECT_EQ(fit("p!", "step!"), Fit::none);
  EXPECT_EQ(fit("^s", "step !", kRegex), Fit::some);
  EXPECT_EQ(fit("^s", "step ?", kRegex), Fit::some);
  EXPECT_EQ(fit("^s", "step", kRegex), Fit::all);
}

TEST(TextPattern, ExpressionsAreThoseOfGrep) {
  EXPECT_TRUE(matches("^[sd]gemm_[0-9]+$", "SGEMM_128", kRegex));
  EXPECT_FALSE(matches("^[sd]gemm_[0-9]+$", "sgemm_128x", kRegex));
  EXPECT_FALSE(matches("^s", "Sgemm", {.regex = true, .case_sensitive = true}));
  EXPECT_TRUE(matches("a{2,3}b|c", "xaab", kRegex));
  EXPECT_TRUE(matches("\\{1\\}", "x{1}", kRegex));
}

TEST(TextPattern, WhatCannotBeUsedIsToldInOneSentence) {
  for (const std::string_view pattern : {"(", "[a", "a{2,1}", "(a)\\1", "((a{100}){100}){100}", "a{1001}"}) {
    const auto made = TextPattern::make(pattern, kRegex);
    ASSERT_FALSE(made) << pattern;
    EXPECT_EQ(made.error().code, ErrorCode::bad_request);
    EXPECT_FALSE(made.error().hint.empty());
  }
  EXPECT_FALSE(TextPattern::make("", {}));
  EXPECT_FALSE(TextPattern::make(std::string(1001, 'a'), {}));
}

// A matcher that recursed over the text would end the process here, and one that went back would not return.
TEST(TextPattern, NoTextBlowsItUp) {
  const auto begun = std::chrono::steady_clock::now();
  std::string text;
  text.resize(10'000'000, 'a');
  EXPECT_FALSE(matches("(a|aa)*(a|b)*c$", text, kRegex));
  EXPECT_FALSE(matches("(a*)*b", text, kRegex));
  EXPECT_FALSE(matches("a*a*a*a*b", text));
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

std::string csv_field(std::string_view text) {
  std::string out;
  append_csv_text(out, text);
  return out;
}

TEST(Csv, FieldsAreQuotedWhereTheyMustBe) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"a\""), "\"say \"\"a\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "two\\nlines");
  EXPECT_EQ(csv_field("=1+1"), "'=1+1");
  EXPECT_EQ(csv_field("@a,b"), "\"'@a,b\"");
  EXPECT_EQ(csv_field("µs"), "µs");
  EXPECT_EQ(csv_field(""), "");
}

}  // namespace
}  // namespace nsys_ai
