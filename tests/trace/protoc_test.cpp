// The same traces read by Google's own protobuf compiler: an independent reader with its own copy of the
// schema.
#include <gtest/gtest.h>

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/support/needs_captures.h"
#include "tests/support/places.h"
#include "tests/trace/decode.h"
#include "tests/trace/run.h"

namespace nsys_ai::trace_test {
namespace {

std::string output_of(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return output;
  char buffer[4096];
  for (size_t read = 0; (read = fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, read);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return output;
}

bool has_protoc() { return std::system("command -v protoc >/dev/null") == 0; }

std::string decoded_by_protoc(const std::string& bytes) {
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("trace_test_" + std::to_string(getpid()) + ".pftrace");
  std::ofstream(path, std::ios::binary) << bytes;
  const std::string schema = (test::source_folder() / "tests/trace").string();
  std::string text =
      output_of("protoc --decode=Trace -I '" + schema + "' perfetto_subset.proto < '" + path.string() + "'");
  std::filesystem::remove(path);
  return text;
}

void expect_same(const std::string& bytes, const std::string& what) {
  const std::string text = decoded_by_protoc(bytes);
  std::map<std::string, size_t> lines;  // by the line without its indentation
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    line.erase(0, line.find_first_not_of(' '));
    ++lines[line];
    // protoc prints a field that it does not know by its number.
    EXPECT_FALSE(line[0] >= '0' && line[0] <= '9') << what << ": " << line;
  }
  const DecodedTrace trace = decode(bytes);
  size_t slices = 0, instants = 0;
  for (const DecodedSlice& slice : trace.slices) ++(slice.instant ? instants : slices);
  EXPECT_EQ(lines["type: TYPE_SLICE_BEGIN"], slices) << what;
  EXPECT_EQ(lines["type: TYPE_SLICE_END"], slices) << what;
  EXPECT_EQ(lines["type: TYPE_INSTANT"], instants) << what;
  EXPECT_EQ(lines["packet {"], trace.packet_ends.size()) << what;
}

TEST(Protoc, ReadsWhatWasWritten) {
  if (!has_protoc()) GTEST_SKIP() << "There is no protoc here.";
  const ProfilePtr profile = load_sketch(
      "gpu 0 stream 7 gemm 20..50us memcpy_h2d 60..70us\nnvtx step 0..100us open 5us..\nnvtx mark here 7us\n"
      "nvtx domain \"lib\" work 1..2us");
  expect_same(trace_of(*profile, everything()), "a sketch");
}

TEST(Protoc, ReadsRealCaptures) {
  if (!has_protoc()) GTEST_SKIP() << "There is no protoc here.";
  if (captures().empty()) GTEST_SKIP() << test::needs_captures();
  for (const auto& path : captures())
    expect_same(trace_of(*load_file(path), everything()), path.filename().string());
}

}  // namespace
}  // namespace nsys_ai::trace_test
