// Seeds come from a sketch, so that they have the tables of real exports; tables that nothing reads are
// dropped, since a small file leaves more of each second to the rest.
#include "tests/fuzz/seed.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/sketch.h"
#include "tests/support/sketch_sqlite.h"

namespace nsys_ai::fuzz {
namespace {

constexpr const char* kSketch = R"sketch(
device 0 "NVIDIA H100 80GB HBM3" sms=132 memory=80GB bandwidth=3352GB cc=9.0 uuid=6f1d0c52 bus=0000:19:00.0
kernel gemm = "void cutlass::Kernel2<cutlass_80_tensorop_{LONG}>(T1::Params)" short "Kernel2" [grid=64x16 block=256 regs=238 dsmem=72KiB]
process 200 "rank 0"
thread 1 "python"
thread 2 "pt_autograd_0"
repeat 24 every 1ms as step {
  nvtx thread 1  "step {step}" 0..900us  forward 10..400us  loss 20..30us
  nvtx thread 1 domain "my library"  "work {step}" 410..500us [registered]
  gpu 0 stream 7   gemm 20..100us  softmax 110..150us  ncclDevKernel_AllReduce_Sum_bf16_RING_LL 160..400us
  gpu 0 stream 7   memcpy_h2d 420..500us [64MB pageable]  memset 510..520us [4KB]
}
nvtx startend  moved 1..2ms [end_thread=2]
nvtx mark      here 5ms
nvtx           unclosed 3ms..
nvtx category 2 "io" thread 1 domain "my library"
process 300 "rank 1"
gpu 0 stream 7   scale 30..31ms  scale 32..33ms
repeat 30 every 1us { string "SERVICE_TOKEN_{i}=0123456789abcdef" }
overhead       "CUDA profiling data flush overhead" 5..6ms
)sketch";

std::string sketch_text(const std::string& first_line) {
  std::string text = first_line + kSketch;
  const std::string place = "{LONG}";
  text.replace(text.find(place), place.size(), std::string(3000, 'x'));
  return text;
}

std::map<std::string, uint32_t> roots_in(sketch::Database& database) {
  std::map<std::string, uint32_t> roots;
  std::istringstream lines(
      database.answer("SELECT rootpage || ' ' || name FROM sqlite_master WHERE type = 'table' AND "
                      "typeof(rootpage) = 'integer' AND typeof(name) = 'text'"));
  uint32_t root = 0;
  for (std::string name; lines >> root && lines.get() && std::getline(lines, name);) roots[name] = root;
  return roots;
}

Seed read_back(const std::filesystem::path& path, sketch::Database& database) {
  Seed seed;
  seed.roots = roots_in(database);
  database.close();
  seed.bytes = bytes_of(path);
  return seed;
}

Seed sketched(const std::string& first_line, const std::string& version) {
  const ScratchFolder folder;
  const auto path = folder.path() / "seed.sqlite";
  sketch::write(sketch_text(first_line), path.string(), version);
  sketch::Database database(path.string());
  const std::string drops = database.answer(
      "SELECT 'DROP TABLE ' || name || ';' FROM sqlite_master WHERE type = 'table' AND "
      "(name LIKE 'ENUM%' OR name LIKE 'TARGET_INFO_CUDA_CONTEXT%' OR name LIKE 'TARGET_INFO_CUDA_STREAM')");
  database.execute(drops);
  database.execute("PRAGMA page_size = 512; VACUUM");
  return read_back(path, database);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string pattern = (std::filesystem::temp_directory_path() / "nsys-ai-fuzz-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
  path_ = pattern;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
  std::filesystem::remove_all(path_, ignored);
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  std::string bytes(in ? static_cast<size_t>(in.tellg()) : 0, '\0');
  in.seekg(0);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return bytes;
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

const Seed& plain() {
  static const Seed seed = sketched("", "2026.2");
  return seed;
}

const Seed& loose() {
  static const Seed seed = sketched("loose", "2026.2");
  return seed;
}

Seed of_version(const std::string& version) { return sketched("", version); }

const std::vector<std::string>& event_tables() {
  static const std::vector<std::string> tables = {"CUPTI_ACTIVITY_KIND_KERNEL",
                                                  "CUPTI_ACTIVITY_KIND_MEMCPY",
                                                  "CUPTI_ACTIVITY_KIND_MEMSET",
                                                  "CUPTI_ACTIVITY_KIND_RUNTIME",
                                                  "NVTX_EVENTS",
                                                  "StringIds"};
  return tables;
}

Seed edited(const Seed& seed, const std::string& sql) {
  const ScratchFolder folder;
  const auto path = folder.path() / "edited.sqlite";
  write_bytes(path, seed.bytes);
  sketch::Database database(path.string());
  database.execute(sql);
  return read_back(path, database);
}

std::string answer(const Seed& seed, const std::string& sql) {
  const ScratchFolder folder;
  const auto path = folder.path() / "asked.sqlite";
  write_bytes(path, seed.bytes);
  sketch::Database database(path.string());
  return database.answer(sql);
}

Seed copied_into(const std::string& empty_database, const Seed& seed) {
  const ScratchFolder folder;
  const auto path = folder.path() / "from.sqlite";
  const auto target = folder.path() / "to.sqlite";
  write_bytes(path, seed.bytes);
  write_bytes(target, empty_database);
  sketch::Database from(path.string());
  sketch::Database to(target.string());
  to.execute(from.answer("SELECT sql || ';' FROM sqlite_master WHERE type = 'table'"));
  for (const auto& [table, root] : seed.roots) {
    const std::string cells = from.answer(
        "SELECT group_concat('quote(\"' || name || '\")', ' || '','' || ') FROM pragma_table_info('" + table +
        "')");
    to.execute(from.answer("SELECT 'INSERT INTO \"" + table + "\" VALUES(' || " + cells + " || ');' FROM \"" +
                           table + "\" ORDER BY rowid"));
  }
  return read_back(target, to);
}

}  // namespace nsys_ai::fuzz
