// Words of source files, and which kernels and labels of a profile they name.
#include <gmock/gmock.h>

#include "annotate/source_names.h"
#include "tests/unit/profile_file.h"

namespace nsys_ai::test {
namespace {

struct Word {
  SourceLanguage language;
  std::string source;  // ^ stands before the place that is asked about
  std::string word;    // "" where there is none; a text in quotes; `def name` where it is defined
};

constexpr auto kPython = SourceLanguage::python;
constexpr auto kCpp = SourceLanguage::cpp;

const std::vector<Word> kWords = {
    {kPython, "model.^forward(x)", "forward"},
    {kPython, "model.forwar^d(x)", "forward"},
    {kPython, "model.forward^(x)", ""},
    {kPython, "def ^train_step(self):", "def train_step"},
    {kPython, "class ^Model(nn.Module):", "def Model"},
    {kPython, "x = 1  # call ^gemm here", ""},
    {kPython, "range_push(\"^step\")", "\"step\""},
    {kPython, "range_push(^'step')", "\"step\""},
    {kPython, "s = \"# no ^comment\"", "\"# no comment\""},
    {kPython, "f'step {^i}'", "\"step #\""},
    {kPython, "F\"a {x!r:>{w}} b^\"", "\"a # b\""},
    {kPython, "f'{{^literal}} {x}'", "\"{literal} #\""},
    {kPython, "rb'^bytes'", "\"bytes\""},
    {kPython, "r'a\\'^b'", "\"a\\'b\""},
    {kPython, "'a\\'^b'", "\"a\\'b\""},
    {kPython, "\"\"\"first\n'^second\"\"\" + x", "\"first\n'second\""},
    {kPython, "'''a''' + ^b", "b"},
    {kPython, "'unclosed\n^name", "name"},
    {kPython, "x = ^12.5e3", ""},
    {kPython, "größe^_2 = 1", "größe_2"},
    {kCpp, "^gemm<<<grid, block>>>(a, b);", "gemm"},
    {kCpp, "gemm<<<^grid, block>>>(a, b);", "grid"},
    {kCpp, "gemm<^<<grid, block>>>(a, b);", ""},
    {kCpp, "x; // call ^gemm here", ""},
    {kCpp, "/* \" ^gemm */ x", ""},
    {kCpp, "/* \" */ ^x", "x"},
    {kCpp, "nvtxRangePushA(\"^step\");", "\"step\""},
    {kCpp, "u8\"^step\"", "\"step\""},
    {kCpp, "R\"x(a \" )\" ^b)x\"", "\"a \" )\" b\""},
    {kCpp, "R\"(a)\" ^b", "b"},
    {kCpp, "1'000'000 + ^n", "n"},
    {kCpp, "'\"' + ^n", "n"},
    {kCpp, "\"// \" ^n", "n"},
    {kCpp, "", ""},
};

TEST(SourceWords, AreIdentifiersAndTextsOutsideOfComments) {
  for (const Word& asked : kWords) {
    std::string source = asked.source;
    const size_t at = source.find('^');
    if (at != std::string::npos) source.erase(at, 1);
    const auto word = source_word(asked.language, source, at == std::string::npos ? 0 : at);
    std::string found;
    if (word) found = word->kind == SourceWord::Kind::text ? '"' + word->text + '"' : word->text;
    if (word && word->defines) found = "def " + found;
    EXPECT_EQ(found, asked.word) << asked.source;
  }
}

TEST(SourceWords, KnowTheirPlace) {
  const auto word = source_word(kPython, "push(f'step {i}')", 8);
  ASSERT_TRUE(word);
  EXPECT_EQ(word->begin, 5u);
  EXPECT_EQ(word->end, 16u);
}

// A broken file must not end the lexer.
TEST(SourceWords, EndAtTheEndOfTheSource) {
  for (const std::string source :
       {"'", "\"\"\"", "'\\", "R\"", "R\"(", "R\"x(", "/*", "//", "f'{", "r'", "0x", "\xC3"})
    for (const SourceLanguage language : {kPython, kCpp})
      for (size_t at = 0; at <= source.size(); ++at)
        if (const auto word = source_word(language, source, at)) {
          EXPECT_LE(word->end, source.size()) << source;
        }
}

TEST(SourceLanguages, AreToldByIdOrEnding) {
  EXPECT_EQ(source_language("python", "x"), kPython);
  EXPECT_EQ(source_language("cuda-cpp", "x"), kCpp);
  EXPECT_EQ(source_language("", "file:///a.cu"), kCpp);
  EXPECT_EQ(source_language("", "file:///a.pyi"), kPython);
  EXPECT_EQ(source_language("rust", "file:///a.rs"), std::nullopt);
}

std::string matched(const Profile& profile, SourceLanguage language, const std::string& source,
                    size_t offset) {
  const auto word = source_word(language, source, offset);
  if (!word) return "no word";
  const SourceMatch match = match_source(profile, *word);
  std::string found;
  for (const NameId name : match.kernels) found += std::string(profile.text(name)) + "; ";
  return found + (match.label ? "a label" : "");
}

TEST(SourceMatches, AreByWholeNames) {
  const ProfilePtr profile = loaded(
      "gpu 0 stream 7   \"void ns::gemm<float>(float*)\" 10..20us\n"
      "gpu 0 stream 7   \"void ns::gemm<half>(half*)\" 30..50us   gemm_bias 60..70us\n"
      "nvtx thread 1   \"step 3\" 0..100us   forward 1..2us   gemm_bias 3..4us\n");
  EXPECT_EQ(matched(*profile, kCpp, "gemm<<<1, 1>>>(x)", 0),
            "void ns::gemm<half>(half*); void ns::gemm<float>(float*); ");
  EXPECT_EQ(matched(*profile, kCpp, "gem()", 0), "");
  EXPECT_EQ(matched(*profile, kPython, "f'step {i}'", 3), "a label");
  EXPECT_EQ(matched(*profile, kPython, "forward(x)", 0), "");
  EXPECT_EQ(matched(*profile, kPython, "def forward(x)", 5), "a label");
  EXPECT_EQ(matched(*profile, kPython, "'gemm_bias'", 2), "gemm_bias; a label");
  EXPECT_EQ(matched(*profile, kPython, "'ns::gemm'", 2),
            "void ns::gemm<half>(half*); void ns::gemm<float>(float*); ");
}

}  // namespace
}  // namespace nsys_ai::test
