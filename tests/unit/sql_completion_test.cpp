// What may stand at a place of a skill under way, and what a word in it names. `|` marks the place.
#include "skill/sql_completion.h"

#include <gtest/gtest.h>

namespace nsys_ai {
namespace {

struct Marked {
  std::string text;
  size_t place = 0;
};

Marked marked(std::string text) {
  const size_t place = text.find('|');
  text.erase(place, 1);
  return {text, place};
}

std::string table_words(const std::vector<SqlTableName>& tables) {
  std::string words;
  for (const SqlTableName& table : tables)
    words += " " + table.name + (table.alias == table.name ? "" : "=" + table.alias);
  return words;
}

// The expected kind, the typed word, and the tables.
std::string at(const std::string& text) {
  const Marked of = marked(text);
  const SqlCompletion place = sql_completion(of.text, of.place);
  constexpr const char* kNames[] = {"nothing", "columns", "directive", "need", "parameter", "tables", "type"};
  std::string words = kNames[static_cast<size_t>(place.expected)];
  if (place.qualified) words += " of";
  words += " <" + of.text.substr(place.begin, of.place - place.begin) + ">";
  if (place.expected == SqlExpected::columns) words += table_words(place.tables);
  return words;
}

TEST(SqlCompletion, BehindFromAndJoinAndCommasBetweenThemAreTables) {
  EXPECT_EQ(at("SELECT name FROM |"), "tables <>");
  EXPECT_EQ(at("SELECT name FROM ker|"), "tables <ker>");
  EXPECT_EQ(at("SELECT name from ker|nel"), "tables <ker>");
  EXPECT_EQ(at("SELECT 1 FROM kernel k LEFT JOIN |"), "tables <>");
  EXPECT_EQ(at("SELECT 1 FROM kernel, gpu_gap('1ms') g, |"), "tables <>");
  EXPECT_EQ(at("SELECT (SELECT max(a) FROM s|) FROM kernel"), "tables <s>");
  EXPECT_EQ(at("SELECT 1 FROM kernel -- the one\n , m|"), "tables <m>");
}

TEST(SqlCompletion, ElsewhereAreColumnsOfTheTablesInUse) {
  EXPECT_EQ(at("SELECT na| FROM kernel"), "columns <na> kernel");
  EXPECT_EQ(at("SELECT a, | FROM kernel k JOIN memcpy AS m ON k.id = m.id"), "columns <> kernel=k memcpy=m");
  EXPECT_EQ(at("SELECT 1 FROM kernel WHERE d|"), "columns <d> kernel");
  EXPECT_EQ(at("SELECT 1 FROM kernel ORDER BY a, b|"), "columns <b> kernel");
  EXPECT_EQ(at("SELECT 1 FROM kernel WHERE a IN (1, |"), "columns <> kernel");
  EXPECT_EQ(at("SELECT 1 FROM gpu_gap('1ms') AS g WHERE |"), "columns <> gpu_gap=g");
  EXPECT_EQ(at("SELECT 'FROM memset' = n| FROM kernel"), "columns <n> kernel");
}

TEST(SqlCompletion, BehindADotAreColumnsOfOneTable) {
  EXPECT_EQ(at("SELECT k.| FROM memcpy m, kernel k"), "columns of <> kernel=k");
  EXPECT_EQ(at("SELECT kernel.na|"), "columns of <na> kernel");
  EXPECT_EQ(at("SELECT x.| FROM kernel k"), "columns of <> x");
}

TEST(SqlCompletion, BehindAColonAreParameters) {
  EXPECT_EQ(at("SELECT 1 FROM kernel WHERE duration > :|"), "parameter <:>");
  EXPECT_EQ(at("SELECT 1 FROM kernel WHERE duration > :mi|"), "parameter <:mi>");
}

TEST(SqlCompletion, TheHeadHasDirectivesNeedsAndTypes) {
  EXPECT_EQ(at("-- Title|"), "nothing <Title>");
  EXPECT_EQ(at("-- Title\n-- @|"), "directive <@>");
  EXPECT_EQ(at("-- Title\n-- @pa|"), "directive <@pa>");
  EXPECT_EQ(at("-- Title\n-- @needs |"), "need <>");
  EXPECT_EQ(at("-- Title\n-- @needs kernel nv|"), "need <nv>");
  EXPECT_EQ(at("-- Title\n-- @param min |"), "type <>");
  EXPECT_EQ(at("-- Title\n-- @param min DUR| = 1ms"), "type <DUR>");
  EXPECT_EQ(at("-- Title\n-- @param |"), "nothing <>");
  EXPECT_EQ(at("-- Title\n-- @param min DURATION = |"), "nothing <>");
}

TEST(SqlCompletion, TheCommentBehindAColumnBeginsWithItsType) {
  EXPECT_EQ(at("-- T\nSELECT name  -- |"), "type <>");
  EXPECT_EQ(at("-- T\nSELECT name  -- STR|"), "type <STR>");
  EXPECT_EQ(at("-- T\nSELECT name  -- STRING  The n|"), "nothing <n>");
}

TEST(SqlCompletion, NothingStandsInsideOfTextsAndNumbers) {
  EXPECT_EQ(at("SELECT 'fro|"), "nothing <>");
  EXPECT_EQ(at("SELECT 'from |' FROM kernel"), "nothing <>");
  EXPECT_EQ(at("SELECT 12|"), "nothing <12>");
  EXPECT_EQ(at("SELECT /* from | */ 1"), "nothing <>");
  EXPECT_EQ(at("|"), "nothing <>");
}

std::string name_at(const std::string& text) {
  const Marked of = marked(text);
  const auto name = sql_name_at(of.text, of.place);
  if (!name) return "none";
  return (name->parameter ? ":" : "") + (name->qualifier ? *name->qualifier + "." : "") + name->word +
         table_words(name->tables);
}

TEST(SqlName, IsAWordWithWhatStandsBeforeItsDot) {
  EXPECT_EQ(name_at("SELECT k.na|me FROM kernel k"), "k.name kernel=k");
  EXPECT_EQ(name_at("SELECT nam|e FROM kernel"), "name kernel");
  EXPECT_EQ(name_at("SELECT 1 FROM ker|nel"), "kernel kernel");
  EXPECT_EQ(name_at("SELECT :m|in"), ":min");
  EXPECT_EQ(name_at("SELECT 'na|me'"), "none");
  EXPECT_EQ(name_at("-- na|me"), "none");
  EXPECT_EQ(name_at("|"), "none");
}

}  // namespace
}  // namespace nsys_ai
