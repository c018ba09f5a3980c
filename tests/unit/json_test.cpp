// JSON values: what is read, what is refused, and how it is written.
#include "protocol/json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace nsys_ai {
namespace {

std::string round_trip(std::string_view text) {
  const auto json = Json::parse(text);
  return json ? json->compact() : json.error().message;
}

TEST(Json, WritesWhatItRead) {
  for (const char* text :
       {"null", "true", "false", "0", "-1", "1.5", "\"\"", "[]", "{}", "[1,[2,[3]]]",
        R"({"b":1,"a":{"c":[null,true,"x"]}})", R"("\"\\\b\f\n\r\t\u0001\u007f")",
        "\"\xC3\xA9\xF0\x9F\x98\x80\"", "9223372036854775807", "-9223372036854775808", "1e+300"})
    EXPECT_EQ(round_trip(text), text);
  EXPECT_EQ(round_trip(" { \"a\" : [ 1 , 2.0 ] } "), R"({"a":[1,2.0]})");
  EXPECT_EQ(round_trip(R"("\u00e9\ud83d\ude00\/")"), "\"\xC3\xA9\xF0\x9F\x98\x80/\"");
  EXPECT_EQ(round_trip("18446744073709551615"), "18446744073709551616.0");
}

TEST(Json, RefusesWhatIsNoJson) {
  for (const char* text :
       {"", " ", "{", "[1,]", "{\"a\"}", "{a:1}", "nul", "01", "1 2", "'a'", "\"\x01\"", "\"\xff\"",
        "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\\ud800\"", "NaN", "1e999", "[1", "// no\n1"})
    EXPECT_FALSE(Json::parse(text)) << text;
}

TEST(Json, SurvivesHostileNesting) {
  const std::string deep(1'000'000, '[');
  EXPECT_EQ(Json::parse(deep).error().message, "The JSON text is nested deeper than 200 levels.");
  std::string objects;
  for (int at = 0; at < 100'000; ++at) objects += "{\"a\":";
  EXPECT_FALSE(Json::parse(objects));
  const std::string fine = std::string(200, '[') + std::string(200, ']');
  EXPECT_EQ(round_trip(fine), fine);
}

TEST(Json, BoundsTheNumberOfValues) {
  std::string text = "[0";
  for (int at = 0; at < 4'000'000; ++at) text += ",0";
  EXPECT_EQ(Json::parse(text + "]").error().message, "The JSON text holds more than 4000000 values.");
}

TEST(Json, TakesTheLastOfMembersWithOneName) {
  const auto json = Json::parse(R"({"a":1,"a":2})");
  ASSERT_TRUE(json);
  EXPECT_EQ(json->find("a")->if_integer(), 2);
}

TEST(Json, ReplacesBytesThatAreNotUtf8) {
  EXPECT_EQ(Json("a\xff\xE2\x82z\xF0\x9F\x98").compact(),
            "\"a\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
  EXPECT_EQ(Json("\xED\xA0\x80").compact(), "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
  EXPECT_EQ(Json(std::string_view("a\0b", 3)).compact(), "\"a\\u0000b\"");
}

TEST(Json, EscapesWhatATerminalWouldActOn) {
  EXPECT_EQ(Json("a\xE2\x80\xAE"
                 "b\x1b[31m\x7f")
                .compact(),
            "\"a\\u202eb\\u001b[31m\\u007f\"");
  EXPECT_EQ(Json("a\u200b\U000E0041").compact(), "\"a\\u200b\\udb40\\udc41\"");
}

TEST(Json, HasNoNumberForNanAndInfinities) {
  EXPECT_EQ(Json(std::nan("")).compact(), "null");
  EXPECT_EQ(Json(-std::numeric_limits<double>::infinity()).compact(), "null");
  EXPECT_EQ(Json(0.1).compact(), "0.1");
  EXPECT_EQ(Json(2.0).compact(), "2.0");
}

TEST(Json, ReadsIntegersThatAreWrittenAsReals) {
  EXPECT_EQ(Json(2.0).if_integer(), 2);
  EXPECT_EQ(Json(2.5).if_integer(), std::nullopt);
  EXPECT_EQ(Json(1e17).if_integer(), std::nullopt);
}

TEST(Json, LaysOutLongValuesAndKeepsShortOnesOnALine) {
  Json json;
  json.set("short", Json::Array{1, 2, 3});
  json.set("empty", Json::object());
  Json& rows = json.set("rows", Json::array());
  for (int at = 0; at < 2; ++at) {
    Json row;
    row.set("name", std::string(60, 'n'));
    row.set("value", at);
    rows.push(std::move(row));
  }
  const std::string name(60, 'n');
  EXPECT_EQ(json.pretty(), "{\n  \"short\": [1, 2, 3],\n  \"empty\": {},\n  \"rows\": [\n    {\"name\": \"" +
                               name + "\", \"value\": 0},\n    {\"name\": \"" + name +
                               "\", \"value\": 1}\n  ]\n}");
  EXPECT_EQ(Json::parse(json.pretty())->compact(), json.compact());
}

}  // namespace
}  // namespace nsys_ai
