// What a session is made of does not know the session: each part is given what it needs, so that it can be
// read, tested and used without the rest.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <regex>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFeatures = "server/features/";

// The file of the features that has this name, in whichever of their folders it lies.
const SourceFile* feature_file(const std::string& name) {
  for (const SourceFile& file : source_files())
    if (file.path.starts_with(kFeatures) && fs::path(file.path).filename() == name) return &file;
  return nullptr;
}

// The headers of the features that a file includes, directly or by others, each with how it gets there.
using Ways = std::map<std::string, std::string>;
void follow(const SourceFile& file, const std::string& way, Ways& ways) {
  for (const Include& include : includes_of(file)) {
    const SourceFile* header = include.quoted ? find_file("server/" + include.name) : nullptr;
    if (header == nullptr || !header->path.starts_with(kFeatures)) continue;
    const std::string longer = way + " > " + fs::path(include.name).filename().string();
    if (ways.try_emplace(header->path, longer).second) follow(*header, longer, ways);
  }
}

Ways reached_from(const SourceFile& file) {
  Ways ways;
  follow(file, fs::path(file.path).filename().string(), ways);
  return ways;
}

void expect_knows_no_session(const SourceFile& part, const SourceFile& session) {
  const Ways ways = reached_from(part);
  const auto way = ways.find(session.path);
  EXPECT_TRUE(way == ways.end()) << "a part of the session includes it: " << way->second;
  static const std::regex named("\\bSession\\b *[&*{(]|struct Session\\b");
  for (size_t i = 0; i < part.lines.size(); ++i)
    EXPECT_FALSE(std::regex_search(part.lines[i], named))
        << part.path << ":" << i + 1 << ": " << part.lines[i];
}

TEST(Session, IsKnownToNoneOfItsParts) {
  const SourceFile* session = feature_file("session.h");
  const SourceFile* made = feature_file("session_parts.h");
  ASSERT_TRUE(session && made);
  Ways parts = reached_from(*made);
  parts.erase(session->path);
  EXPECT_GT(parts.size(), 10u) << "the parts were not found";
  for (const auto& [header, way] : parts) {
    expect_knows_no_session(*find_file(header), *session);
    const SourceFile* source = find_file(fs::path(header).replace_extension(".cpp").generic_string());
    if (source) expect_knows_no_session(*source, *session);
  }
}

TEST(Session, IncludesNoneOfItsParts) {
  const SourceFile* session = feature_file("session.h");
  ASSERT_TRUE(session);
  for (const Include& include : includes_of(*session))
    EXPECT_FALSE(include.quoted) << session->path << ":" << include.line << ": " << include.name;
}

}  // namespace
}  // namespace nsys_ai::tidy
