// The .def lists of the project: each names everything of its kind, once, with the file where it is.
#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

#include "tests/tidy/tree.h"

namespace nsys_ai::tidy {
namespace {

using testing::UnorderedElementsAreArray;

struct Kind {
  std::string list;
  std::string folder;      // whose files define what the list names
  std::string definition;  // the beginning of a line of theirs; its first group is the name
  bool by_file = true;     // whether an entry says by its second word, or else by its name, in which file
};

const std::vector<Kind> kKinds = {
    {"protocol/methods.def", "protocol", R"(struct (\w+) : From(Client|Server|Either) \{)", false},
    {"server/cli/commands.def", "server/cli",
     R"(void add_(\w+)\(CLI::App& program, std::function<int\(\)>& run\) \{)"},
    {"server/features/features.def", "server/features", R"(void attach_(\w+)\(.*Router&.*, Session&.*\) \{)"},
    {"server/tools/tools.def", "server/tools", R"(Tool (\w+)_tool\(\) \{)"},
    {"server/sql/tables.def", "server/sql", R"(SqlTable (\w+)_(table|function)\(\) \{)"},
    {"skills/skills.def", "skills", R"(namespace nsys_ai::(\w+)_skill \{)"},
};

// What the files of the kind's folder and of those below it define, as its list should name it.
std::vector<std::string> defined(const Kind& kind) {
  const std::regex definition("^" + kind.definition);
  std::vector<std::string> found;
  for (const SourceFile& file : source_files()) {
    if (!file.path.starts_with(kind.folder + "/")) continue;
    if (file.extension() != ".cpp" && file.extension() != ".h") continue;
    std::smatch match;
    for (const std::string& line : file.lines)
      if (std::regex_search(line, match, definition))
        found.push_back(match[1].str() + (kind.by_file ? " in " + stem_of(file) : ""));
  }
  return found;
}

TEST(Lists, NameEverythingOfTheirKind) {
  for (const Kind& kind : kKinds) {
    const SourceFile* list = find_file(kind.list);
    ASSERT_TRUE(list) << kind.list;
    std::vector<std::string> named;
    for (const ListEntry& entry : entries_of(*list))
      named.push_back(entry.name + (kind.by_file ? " in " + entry.file : ""));
    EXPECT_GT(named.size(), 5u) << kind.list;
    EXPECT_THAT(named, UnorderedElementsAreArray(defined(kind))) << kind.list;
  }
}

// A comment that says ", by name" promises an order for the entries below it, up to the next comment.
TEST(Lists, AreSortedWhereTheySaySo) {
  for (const Kind& kind : kKinds) {
    const SourceFile* list = find_file(kind.list);
    ASSERT_TRUE(list) << kind.list;
    std::string before;
    bool by_name = false;
    bool in_comment = false;
    for (const std::string& line : list->lines) {
      const bool comment = line.starts_with("//");
      if (comment) by_name = (in_comment && by_name) || line.find(", by name") != std::string::npos;
      if (comment) before.clear();
      in_comment = comment;
      for (const ListEntry& entry : entries_of({list->path, {line}})) {
        EXPECT_TRUE(!by_name || before < entry.name)
            << kind.list << ": " << line << " stands too late, or twice";
        before = entry.name;
      }
    }
  }
}

TEST(Lists, AreAllKnownHere) {
  for (const SourceFile& file : source_files())
    EXPECT_TRUE(file.extension() != ".def" ||
                std::ranges::any_of(kKinds, [&](const Kind& kind) { return kind.list == file.path; }))
        << file.path << " has no line in kKinds of tests/tidy/lists_test.cpp";
}

}  // namespace
}  // namespace nsys_ai::tidy
