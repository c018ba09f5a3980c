// Texts of NVTX rows, read back from profiles: byte for byte what the file holds, however it holds them.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

#include "profile/load/part_texts.h"
#include "profile/load/split_text.h"
#include "tests/unit/profile_file.h"
#include "tests/unit/random_numbers.h"

namespace nsys_ai::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::Not;

std::string as_sql(const std::string& text) {
  std::string hex;
  for (const char byte : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return "CAST(x'" + hex + "' AS TEXT)";
}

enum class Where { in_the_row, in_the_string_table, both };

// A profile of a range for each text.
ProfilePtr profile_of_texts(const std::vector<std::string>& texts, Where where) {
  const TemporaryFolder folder;
  const auto path = folder / "texts.sqlite";
  sketch::write("nvtx thread 1   other 0..1us\n", path.string());
  std::string sql = "BEGIN; DELETE FROM NVTX_EVENTS;";
  for (size_t i = 0; i < texts.size(); ++i) {
    const bool in_row = where == Where::in_the_row || (where == Where::both && i % 3 == 0);
    if (!in_row) sql += fmt::format("INSERT INTO StringIds VALUES ({}, {});", 5000 + i, as_sql(texts[i]));
    sql += fmt::format(
        "INSERT INTO NVTX_EVENTS(start, end, eventType, globalTid, text, textId) VALUES ({}, {}, 59, 256, "
        "{}, "
        "{});",
        i * 10, i * 10 + 5, in_row ? as_sql(texts[i]) : "NULL", in_row ? "NULL" : std::to_string(5000 + i));
  }
  change(path, sql + "COMMIT");
  auto profile = load_profile(path);
  if (!profile) throw std::runtime_error(profile.error().message);
  return *profile;
}

std::vector<std::string> texts_of(const Profile& profile) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < profile.nvtx().size(); ++i) texts.push_back(profile.nvtx_text(i));
  return texts;
}

const std::vector<std::string> kTexts = {
    "",
    "0",
    "7",
    "007",
    "00",
    "0 0 0",
    "-5",
    "+5",
    "9999999999999999999",
    "18446744073709551615",
    "18446744073709551616",
    "123456789012345678901234567890",
    "9223372036854775808 of 10000000000000000000",
    "aten::add, seq = 46306, op_id = 994549",
    "#",
    "a # b 7 #8 #",
    "layer1x 2",
    "fp16",
    "1_2 _3 4_",
    "5a a5 5",
    "1.5e7",
    "caf\xC3\xA9 3\xC3\xA9",
    " 1 ",
    "128 300 16384 2097152 268435456 34359738368",
    "req 0c1d2e3f-4a5b-4c6d-8e7f-90a1b2c3d4e5",
    "req 0C1D2E3F-4A5B-4C6D-8E7F-90A1B2C3D4E5",
    "req 0c1d2e3f-4A5B-4c6d-8e7f-90a1b2c3d4e5",
    "00000000-0000-0000-0000-000000000000",
    "00000000-0000-0000-0000-00000000000",
    "12345678-1234-1234-1234-123456789012-5",
    "as 12345678:1234-1234-1234-1234567890ab",
    "as 12345678-1234.1234-1234-1234567890ab",
    "as 12345678-1234-1234/1234-1234567890ab",
    "as 12345678-1234-1234-1234+1234567890ab",
    "as 1234abcd-1234-1234-1234-1234567890AB",
    "as 12345678-1234-1234-1234-1234567890ag",
    "12345678-1234-1234-1234-1234567890123",
    "12345678-1234 5678",
    "commit 7a8b9c0d1e2f",
    "commit 7A8B9C0D1E2",
    "commit 7A8b9c0d",
    "abc1234 abcd1234 abcdabcd",
    "0x7fffdeadbeef 0x0 0xA 0xaB 0x 0xg 1x2 00x5",
    "sha:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
    "sha:000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f0",
    "12 0x34 5abcdef6 7",
};

class NvtxTexts : public testing::TestWithParam<Where> {};

TEST_P(NvtxTexts, AreWhatTheFileHolds) {
  EXPECT_THAT(texts_of(*profile_of_texts(kTexts, GetParam())), ElementsAreArray(kTexts));
}

TEST_P(NvtxTexts, AreRepairedAndCountedOnceEach) {
  const ProfilePtr profile =
      profile_of_texts({"\xFF 7", std::string("a\0b 8", 5), "good 9", "\xFF 7", "7\xE2\x82"}, GetParam());
  EXPECT_THAT(texts_of(*profile),
              ElementsAre("\uFFFD 7", "a\uFFFDb 8", "good 9", "\uFFFD 7", "7\uFFFD\uFFFD"));
  // An id is one name, also where another has the same text.
  const char* const count = GetParam() == Where::in_the_string_table ? "4 names" : "3 names";
  EXPECT_THAT(profile->notes(), Contains(HasSubstr(count)));
}

TEST_P(NvtxTexts, AreTheSameWhereTheyAreEqual) {
  const ProfilePtr profile =
      profile_of_texts({"step 1", "step 2", "step 1", "step 01", "step #", "step", "step 1 "}, GetParam());
  const TextColumn& texts = profile->nvtx().text;
  for (size_t a = 0; a < texts.size(); ++a)
    for (size_t b = 0; b < texts.size(); ++b)
      EXPECT_EQ(texts.same(a, b), texts.whole(a) == texts.whole(b))
          << texts.whole(a) << " " << texts.whole(b);
  std::vector<std::string> found;
  for (size_t at = 0; at < texts.size(); ++at)
    if (texts.has(at, texts.key_of("step 1"))) found.push_back(texts.whole(at));
  EXPECT_THAT(found, ElementsAre("step 1", "step 1"));
  EXPECT_FALSE(texts.key_of("stop 1").of_template.exists());
  EXPECT_THAT(distinct_texts(texts).of_event, ElementsAre(0, 1, 0, 2, 3, 4, 5));
}

// Signs, digits, letters and what is no text, in any order.
TEST_P(NvtxTexts, AreWhatTheFileHoldsWhateverItIs) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {
      "0", "1",        "9",        "42", "000", "a",        "_", "#",
      " ", ", seq = ", "\xC3\xA9", "0x", "A",   "f00dfeed", "-", "1234-1234-1234-1234567890ab"};
  std::vector<std::string> texts;
  for (int i = 0; i < 3000; ++i) {
    std::string& text = texts.emplace_back();
    for (size_t left = random() % 12; left > 0; --left) text += pieces[random() % pieces.size()];
  }
  EXPECT_THAT(texts_of(*profile_of_texts(texts, GetParam())), ElementsAreArray(texts));
}

// More than one thread numbers them, and more than one part of the table has them.
TEST_P(NvtxTexts, AreNumberedInTheirOrderWhereNoneIsLikeAnother) {
  std::vector<std::string> texts;
  for (uint32_t i = 0; i < 60'000; ++i) texts.push_back(fmt::format("{:x}x", i % 50'000 * 2654435761u));
  const ProfilePtr profile = profile_of_texts(texts, GetParam());
  EXPECT_EQ(texts_of(*profile), texts);
  const TextColumn& column = profile->nvtx().text;
  EXPECT_EQ(column.templates().size(), 50'001u) << "and the empty one";
  if (GetParam() == Where::both) return;
  for (size_t at = 0; at < 50'000; ++at) ASSERT_EQ(column[at], TemplateId(at + 1));
}

INSTANTIATE_TEST_SUITE_P(Held, NvtxTexts,
                         testing::Values(Where::in_the_row, Where::in_the_string_table, Where::both),
                         [](const auto& of) {
                           return of.param == Where::in_the_row            ? "InTheRow"
                                  : of.param == Where::in_the_string_table ? "InTheStringTable"
                                                                           : "Both";
                         });

TEST(NvtxTemplates, AreFewWhereNumbersDiffer) {
  std::vector<std::string> texts;
  for (int i = 0; i < 1000; ++i) texts.push_back(fmt::format("aten::add, seq = {}, op_id = {}", i, i * 77));
  const ProfilePtr profile = profile_of_texts(texts, Where::both);
  const TextTemplates& templates = profile->nvtx().text.templates();
  ASSERT_EQ(templates.size(), 2u);
  EXPECT_EQ(templates[TemplateId(1)], std::string_view("aten::add, seq = \0, op_id = \0", 29));
}

TEST(NvtxTemplates, AreFewWhereHashesAndAddressesDiffer) {
  std::vector<std::string> texts;
  for (uint64_t i = 1; i < 1000; ++i) {
    const uint64_t any = i * 0x9E37'79B9'7F4A'7C15u;
    texts.push_back(
        fmt::format("req {:08x}-{:04x}-4000-8000-{:012x}", any >> 32, any >> 16 & 0xFFFF, any >> 16));
    texts.push_back(fmt::format("graph a1{:016x} at 0x{:x}", any, any));
  }
  const ProfilePtr profile = profile_of_texts(texts, Where::both);
  EXPECT_EQ(texts_of(*profile), texts);
  const TextTemplates& templates = profile->nvtx().text.templates();
  ASSERT_EQ(templates.size(), 3u);
  EXPECT_EQ(templates[TemplateId(1)], "req \xFF");
  EXPECT_EQ(templates[TemplateId(2)], "graph \xFF at 0x\xFF");
}

// Words are looked for in blocks, and in what a splitter tells one by one: wherever a word lies, both agree.
TEST(NvtxTemplates, HoldNoNumberWhereverItLies) {
  Random random(7);
  const std::vector<std::string> pieces = {"a",
                                           "aten::add",
                                           "_",
                                           " ",
                                           ", ",
                                           "-",
                                           "0",
                                           "07",
                                           "7",
                                           "46306",
                                           "12345678",
                                           "deadbeef1",
                                           "DEADBEEF2",
                                           "0x7fff12ab",
                                           "0xGG",
                                           "deadbeeF1",
                                           "feedbacc",
                                           "é",
                                           "seq = ",
                                           "1234567890123456789",
                                           "12345678901234567890",
                                           "0123456789abcdef0123456789abcdef",
                                           "123e4567-e89b-12d3-a456-426614174000",
                                           "abcdefab-abcd-abcd-abcd-abcdefabcdef",
                                           std::string(61, 'x'),
                                           std::string(70, 'f'),
                                           std::string(64, '9')};
  TextSplitter splitter;
  for (int i = 0; i < 20'000; ++i) {
    std::string text;
    for (int64_t left = random.below(16); left >= 0; --left) text += random.one_of(pieces);
    const auto [of_template, numbers, repaired] = splitter.split(text);
    EXPECT_EQ(whole_text(of_template, numbers), text);
    ASSERT_TRUE(is_template(of_template)) << text;
  }
}

TEST(NvtxTexts, AreEmptyWhereTheStringTableLacksThem) {
  const TemporaryFolder folder;
  const auto path = folder / "texts.sqlite";
  sketch::write("nvtx thread 1   one 0..1us   two 2..3us   three 4..5us   four 6..7us\n", path.string());
  change(path,
         "UPDATE NVTX_EVENTS SET text = NULL, textId = 77777 WHERE rowid = 1;"
         "UPDATE NVTX_EVENTS SET text = NULL, textId = -3 WHERE rowid = 2;"
         "UPDATE NVTX_EVENTS SET text = NULL, textId = NULL WHERE rowid = 3");
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile);
  EXPECT_THAT(texts_of(**profile), ElementsAre("", "", "", "four"));
  EXPECT_THAT((*profile)->notes(), Contains(HasSubstr("2 names that events refer to are missing")));
}

// Ids of the string table as other programs may write them: far apart, negative, and in any order.
TEST(NvtxTexts, AreFoundByAnyId) {
  const TemporaryFolder folder;
  const auto path = folder / "texts.sqlite";
  sketch::write("nvtx thread 1   other 0..1us\n", path.string());
  std::string sql = "BEGIN; DELETE FROM NVTX_EVENTS;";
  std::vector<std::string> texts;
  std::mt19937_64 random(3);
  for (int i = 0; i < 5000; ++i) {
    const auto any = static_cast<int64_t>(random());
    const int64_t id = i % 4 == 0 ? any : i % 4 == 1 ? 900'000'000 + i : i % 4 == 2 ? i * 5'000 : -100 - i;
    texts.push_back(fmt::format("text {} of {}", i, id));
    sql += fmt::format("INSERT INTO StringIds VALUES ({}, '{}');", id, texts.back());
    sql += fmt::format(
        "INSERT INTO NVTX_EVENTS(start, end, eventType, globalTid, textId) VALUES ({}, {}, 59, 256, {});",
        i * 10, i * 10 + 5, id);
  }
  change(path, sql + "COMMIT");
  const auto profile = load_profile(path);
  ASSERT_TRUE(profile);
  EXPECT_THAT((*profile)->notes(), Not(Contains(HasSubstr("missing"))));
  EXPECT_EQ(texts_of(**profile), texts);
}

}  // namespace
}  // namespace nsys_ai::test
