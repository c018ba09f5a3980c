// Skills of folders: found, renewed when a file changes, and never hidden by a broken one.
#include "skill/user_skills.h"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "skills/list.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class UserSkillsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "user-skills-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  // Each version is of another length, so that it counts as changed even within one tick of the clock.
  void write(const std::string& name, const std::string& column, int version = 0) {
    std::ofstream(folder_ / name) << "-- What is asked?\nSELECT " << column << "  -- STRING  It.\nFROM kernel"
                                  << std::string(static_cast<size_t>(version), ' ') << "\n";
  }
  std::vector<std::string> own(const SkillSet& set) {
    std::vector<std::string> names;
    for (const Skill& skill : set.skills.skills())
      if (!skill.info.file.empty()) names.push_back(skill.info.name);
    return names;
  }

  fs::path folder_;
};

TEST_F(UserSkillsTest, AnEditCountsAtOnce) {
  UserSkills skills(built_in_skills(), {folder_});
  EXPECT_THAT(own(*skills.now()), ElementsAre());
  write("mine.sql", "name");
  EXPECT_THAT(own(*skills.now()), ElementsAre("mine"));
  write("mine.sql", "nme", 1);
  const SkillSetPtr broken = skills.now();
  EXPECT_THAT(own(*broken), ElementsAre());
  EXPECT_THAT(broken->find("mine").error().message, HasSubstr("mine.sql:2: no such column: nme"));
  write("mine.sql", "short_name", 2);
  EXPECT_THAT(own(*skills.now()), ElementsAre("mine"));
  fs::remove(folder_ / "mine.sql");
  EXPECT_THAT(own(*skills.now()), ElementsAre());
}

TEST_F(UserSkillsTest, WhoeverHoldsASetKeepsIt) {
  UserSkills skills(built_in_skills(), {folder_});
  write("mine.sql", "name");
  const SkillSetPtr before = skills.now();
  EXPECT_EQ(before, skills.now());
  write("mine.sql", "nme", 1);
  EXPECT_NE(before, skills.now());
  EXPECT_TRUE(before->find("mine").has_value());
}

TEST_F(UserSkillsTest, BrokenFilesHideNoOther) {
  write("good.sql", "name");
  write("bad.sql", "nme");
  write("top_kernels.sql", "name");
  const std::ofstream empty(folder_ / "empty.sql");
  std::ofstream(folder_ / "large.sql") << std::string(300 << 10, '-');
  fs::create_directory(folder_ / "folder.sql");
  write("README.md", "name");
  UserSkills skills(built_in_skills(), {folder_ / "missing", folder_});
  const SkillSetPtr set = skills.now();
  EXPECT_THAT(own(*set), ElementsAre("good"));
  std::vector<std::string> broken;
  for (const BrokenSkill& of : set->broken) broken.push_back(of.file.filename().string());
  EXPECT_THAT(broken, ElementsAre("bad.sql", "empty.sql", "folder.sql", "large.sql", "top_kernels.sql"));
  EXPECT_TRUE((*set->find("top_kernels"))->info.file.empty());
}

TEST_F(UserSkillsTest, FoldersThatMatterMostComeFirst) {
  fs::create_directories(folder_ / ".nsys-ai" / "skills");
  fs::create_directories(folder_ / "src" / "deep");
  setenv("XDG_CONFIG_HOME", "/config", 1);
  EXPECT_THAT(skill_folders({folder_ / "src" / "deep", "relative"}),
              ElementsAre(folder_ / ".nsys-ai" / "skills", "/config/nsys-ai/skills"));
  unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace nsys_ai
