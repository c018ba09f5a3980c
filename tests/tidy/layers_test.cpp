// The layers of docs/ARCHITECTURE.md as data, and every include and every link held against them.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

using testing::UnorderedElementsAreArray;

struct Layer {
  std::string_view name;  // the first part of its includes
  std::string_view folder;
  std::vector<std::string> uses;  // the arrows: what it may include, and links
};

// From the ground up. A folder of the server without a line here fails.
const std::vector<Layer> kLayers = {
    {"base", "server/base", {}},
    {"profile", "server/profile", {"base"}},
    {"analysis", "server/analysis", {"base", "profile"}},
    {"protocol", "protocol", {"base"}},
    {"annotate", "server/annotate", {"base", "profile", "analysis", "protocol"}},
    {"sql", "server/sql", {"base", "profile", "analysis"}},
    {"skill", "server/skill", {"base", "profile", "analysis", "sql"}},
    {"knowledge", "server/knowledge", {"base", "profile", "analysis", "sql", "skill"}},
    {"skills", "skills", {"base", "profile", "analysis", "skill", "knowledge"}},
    {"question",
     "server/question",
     {"base", "protocol", "profile", "analysis", "sql", "skill", "knowledge", "skills"}},
    {"agent",
     "server/agent",
     {"base", "profile", "analysis", "sql", "skill", "knowledge", "skills", "question", "protocol"}},
    {"trace", "server/trace", {"base", "profile", "analysis"}},
    {"ranks", "server/ranks", {"base", "profile", "analysis", "protocol"}},
    {"compare",
     "server/compare",
     {"base", "profile", "analysis", "knowledge", "skills", "ranks", "protocol"}},
    {"view", "server/view", {"base", "profile", "analysis", "annotate", "skill", "knowledge", "skills"}},
    {"tui", "server/tui", {"base", "profile", "analysis", "trace", "compare", "view"}},
    {"tools",
     "server/tools",
     {"base", "profile", "analysis", "sql", "skill", "knowledge", "skills", "question", "agent", "trace",
      "view", "protocol"}},
    {"rpc", "server/rpc", {"base", "protocol"}},
    {"http", "server/http", {"base"}},
    {"features",
     "server/features",
     {"base", "profile", "analysis", "annotate", "sql", "skill", "knowledge", "skills", "question", "agent",
      "trace", "compare", "ranks", "tui", "view", "protocol", "tools", "rpc", "http"}},
    {"mcp",
     "server/mcp",
     {"base", "profile", "skill", "knowledge", "skills", "trace", "compare", "ranks", "annotate", "view",
      "protocol", "tools", "rpc", "features"}},
    {"cli",
     "server/cli",
     {"base", "profile", "analysis", "sql", "skill", "knowledge", "skills", "trace", "compare", "ranks",
      "tui", "view", "protocol", "question", "agent", "tools", "features", "annotate", "mcp"}},
};

struct Exempt {
  std::string_view layer;
  std::string_view use;
  std::string_view reason;
};
// Links along which nothing is included. A line whose link is in use fails too.
const std::vector<Exempt> kUnusedLinks = {};

// Headers that cost seconds a compile unit, and the places that pay for them.
struct HeavyHeader {
  std::string_view prefix;
  std::vector<std::string_view> places;  // prefixes of paths
};
const std::vector<HeavyHeader> kHeavyHeaders = {
    {"CLI/", {"server/cli/", "tests/bench/"}},
    {"asio", {"server/http/"}},
    {"curses", {"server/cli/terminal_screen"}},
    {"curl/", {"server/agent/model/libcurl"}},
    {"histedit", {"server/cli/edited_lines"}},
    {"nlohmann/", {"protocol/", "tests/"}},
    {"protozero/", {"server/trace/", "tests/trace/"}},
    {"sqlite3", {"server/profile/sqlite_file/sqlite", "server/sql/", "tests/"}},
};

const Layer* layer_named(std::string_view name) {
  const auto found =
      std::find_if(kLayers.begin(), kLayers.end(), [&](const Layer& l) { return l.name == name; });
  return found == kLayers.end() ? nullptr : &*found;
}

std::string first_part(std::string_view path) { return std::string(path.substr(0, path.find('/'))); }

// The layer an include names; nothing for headers of others.
const Layer* layer_of(const Include& include) {
  return include.quoted ? layer_named(first_part(include.name)) : nullptr;
}

std::vector<const SourceFile*> sources_of(const Layer& layer) {
  return files_below(layer.folder, {".cpp", ".h"});
}

const SourceFile* header_named(const std::string& name) {
  const SourceFile* file = find_file("server/" + name);
  return file ? file : find_file(name);
}

// The layers that the files of a layer reach, directly or by headers of others: a type from below may arrive
// through a header of the layer between.
std::set<std::string> reached_by(const Layer& layer) {
  std::set<std::string> layers;
  std::set<std::string> seen;
  const std::function<void(const SourceFile&)> follow = [&](const SourceFile& file) {
    for (const Include& include : includes_of(file)) {
      const Layer* of = layer_of(include);
      if (of == nullptr || !seen.insert(include.name).second) continue;
      layers.insert(std::string(of->name));
      if (const SourceFile* header = header_named(include.name)) follow(*header);
    }
  };
  for (const SourceFile* file : sources_of(layer)) follow(*file);
  layers.erase(std::string(layer.name));
  return layers;
}

TEST(Layers, EveryFolderOfTheServerIsALayer) {
  for (const SourceFile& file : source_files()) {
    if (!file.path.starts_with("server/") || file.extension() != ".cpp") continue;
    const std::string folder = "server/" + first_part(file.path.substr(7));
    EXPECT_TRUE(
        std::any_of(kLayers.begin(), kLayers.end(), [&](const Layer& l) { return l.folder == folder; }))
        << file.path << ": " << folder << " has no line in kLayers of tests/tidy/layers_test.cpp";
  }
}

TEST(Layers, IncludesGoAlongArrows) {
  for (const Layer& layer : kLayers)
    for (const SourceFile* file : sources_of(layer))
      for (const Include& include : includes_of(*file)) {
        const Layer* used = layer_of(include);
        EXPECT_TRUE(used || !include.quoted) << file->path << ":" << include.line << ": \"" << include.name
                                             << "\" is of no layer; write the path from server/ or the root";
        if (!used || used->name == layer.name) continue;
        EXPECT_TRUE(std::count(layer.uses.begin(), layer.uses.end(), used->name))
            << file->path << ":" << include.line << ": " << layer.name << " must not use " << used->name;
      }
}

// One plain namespace for all layers, which every index of tags reads; `Names` keeps their names apart.
TEST(Layers, ShareOneNamespace) {
  for (const Layer& layer : kLayers)
    for (const SourceFile* file : sources_of(layer))
      for (const std::string& line : file->lines)
        EXPECT_EQ(line.find("inline namespace"), std::string::npos) << file->path << ": " << line;
}

TEST(Layers, TheServerIncludesNoTests) {
  for (const SourceFile& file : source_files())
    for (const Include& include : includes_of(file))
      EXPECT_FALSE(include.name.starts_with("tests/") && !file.path.starts_with("tests/"))
          << file.path << ":" << include.line;
}

TEST(Layers, LinksAreTheArrows) {
  for (const Layer& layer : kLayers) {
    const SourceFile* cmake = find_file(std::string(layer.folder) + "/CMakeLists.txt");
    ASSERT_TRUE(cmake) << layer.folder;
    EXPECT_THAT(layer_call(*cmake)["LINKS"], UnorderedElementsAreArray(layer.uses)) << cmake->path;
  }
}

TEST(Layers, NoLinkIsUnused) {
  for (const Layer& layer : kLayers) {
    const std::set<std::string> reached = reached_by(layer);
    for (const std::string& use : layer.uses) {
      const bool exempt = std::any_of(kUnusedLinks.begin(), kUnusedLinks.end(),
                                      [&](const Exempt& e) { return e.layer == layer.name && e.use == use; });
      EXPECT_NE(exempt, reached.contains(use))
          << layer.name << " links " << use
          << (exempt ? " and uses it: take it off kUnusedLinks" : " and never includes it");
    }
  }
}

TEST(Layers, NoneIsUsedBeforeItsOwnLine) {
  std::set<std::string> above;
  for (const Layer& layer : kLayers) {
    for (const std::string& use : layer.uses)
      EXPECT_TRUE(above.contains(use)) << layer.name << " uses " << use;
    above.insert(std::string(layer.name));
  }
}

TEST(Layers, HeavyHeadersStayWhereTheyBelong) {
  for (const SourceFile& file : source_files())
    for (const Include& include : includes_of(file))
      for (const HeavyHeader& heavy : kHeavyHeaders) {
        if (include.quoted || !include.name.starts_with(heavy.prefix)) continue;
        EXPECT_TRUE(std::any_of(heavy.places.begin(), heavy.places.end(),
                                [&](std::string_view place) { return file.path.starts_with(place); }))
            << file.path << ":" << include.line << ": <" << include.name << "> does not belong here";
      }
}

}  // namespace
}  // namespace nsys_ai::tidy
