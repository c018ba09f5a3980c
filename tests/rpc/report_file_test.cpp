// report.json of `nsys-ai report` against the schema that is published for it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "schema_check.h"
#include "tests/support/places.h"
#include "tests/support/sketch.h"

namespace nsys_ai::test {
namespace {

TEST(ReportFile, IsAsItsSchemaSays) {
  std::string folder = (std::filesystem::temp_directory_path() / "nsys-ai-test-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string profile = folder + "/P.sqlite";
  sketch::write(
      "nvtx thread 1   \"execute_context_0(0)_generation_2(2)\" 0..1ms\n"
      "gpu 0 stream 7   a 1..2ms [launch=100..110us]   memcpy_h2d 3..4ms\n",
      profile);
  const std::string out = folder + "/R";
  const std::string command = program() + " report " + profile + " --out " + out + " > /dev/null 2>&1";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::ifstream stream(out + "/report.json");
  const auto json = Json::parse(std::string(std::istreambuf_iterator<char>(stream), {}));
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(json);
  const ProtocolSchema schema((source_folder() / "protocol/report.schema.json").string());
  Json of;
  of.set("$ref", "#/$defs/Report");
  EXPECT_EQ(schema.check(of, *json, "report.json"), "");
  // The check finds what is wrong.
  Json without = *json;
  without.set("tool", "none");
  EXPECT_NE(schema.check(of, without, "report.json"), "");
}

}  // namespace
}  // namespace nsys_ai::test
