// What a person sets, and where the files of a capture lie by it.
#include <gtest/gtest.h>

#include "features/workspace/current_settings.h"

namespace nsys_ai::test {
namespace {

TEST(PathMap, ReplacesWholeFolders) {
  const PathMap map({{"/workspace", "/data/src"}, {"/workspace/lib/", "/opt/lib"}, {"/", "/mnt"}});
  EXPECT_EQ(map.to_local("/workspace/a.py"), "/data/src/a.py");
  EXPECT_EQ(map.to_local("/workspace"), "/data/src");
  EXPECT_EQ(map.to_local("/workspace/lib/b.py"), "/opt/lib/b.py");
  EXPECT_EQ(map.to_local("/workspaces/c.py"), "/mnt/workspaces/c.py");
  EXPECT_EQ(map.to_local("d.py"), "d.py");
  EXPECT_EQ(map.to_capture("/data/src/a.py"), "/workspace/a.py");
  EXPECT_EQ(map.to_capture("/data/src2/a.py"), "/data/src2/a.py");
  EXPECT_EQ(PathMap().to_local("/a"), "/a");
}

std::string settings_text(const std::string& json) {
  const auto settings = read_settings(*Json::parse(json));
  if (!settings) return settings.error().message;
  return settings->path_map.to_local("/a/x") + " " + settings->profile.value_or("-");
}

TEST(Settings, AreOursOrAPartOfTheEditors) {
  EXPECT_EQ(settings_text("null"), "/a/x -");
  EXPECT_EQ(settings_text("{}"), "/a/x -");
  EXPECT_EQ(settings_text(R"({"pathMap": {"/a": "/b"}, "profile": "run.sqlite"})"), "/b/x run.sqlite");
  EXPECT_EQ(settings_text(R"({"nsysAi": {"pathMap": {"/a": "/b"}, "profile": "", "more": 1}})"), "/b/x -");
}

TEST(Settings, ThatAreWrongAreNamed) {
  EXPECT_EQ(settings_text(R"({"pathMap": {"/a": 5}})"), "settings.pathMap./a: a string is needed");
  EXPECT_EQ(settings_text(R"({"nsysAi": {"pathMap": []}})"), "settings.nsysAi.pathMap: an object is needed");
  EXPECT_EQ(settings_text(R"({"pathMap": {"a": "/b"}})"),
            "settings.pathMap.a: both folders are to begin with a slash");
}

}  // namespace
}  // namespace nsys_ai::test
