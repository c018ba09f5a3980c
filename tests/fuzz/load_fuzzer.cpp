// The fuzzer: an input is a whole file, which is loaded and asked everything that people ask.
//
// `./dev fuzz` builds and runs it; README.md says how to look at what it finds.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>

#include "profile/load/load.h"
#include "tests/fuzz/damage_input.h"
#include "tests/fuzz/seed.h"
#include "tests/fuzz/walk.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace {

using nsys_ai::fuzz::ScratchFolder;

// One file that every input is written into, in memory where the system has a folder for that.
class InputFile {
 public:
  InputFile() {
    if (access("/dev/shm", W_OK) == 0) setenv("TMPDIR", "/dev/shm", 0);
    static const ScratchFolder folder;
    path_ = folder.path() / "input.sqlite";
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file_ < 0) std::abort();
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  void write(const uint8_t* data, size_t size) {
    if (pwrite(file_, data, size, 0) != static_cast<ssize_t>(size) ||
        ftruncate(file_, static_cast<off_t>(size)) != 0)
      std::abort();
    fstat(file_, &written_);
  }
  bool untouched() const {
    struct stat now {};
    fstat(file_, &now);
    return now.st_size == written_.st_size && now.st_mtim.tv_sec == written_.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == written_.st_mtim.tv_nsec;
  }
  // Nothing lies beside it.
  bool alone() const {
    size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path_.parent_path()))
      files += entry.exists() ? 1 : 0;
    return files == 1;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  int file_ = -1;
  struct stat written_ {};
};

[[noreturn]] void stop(const char* what) {
  std::fprintf(stderr, "load_fuzzer: %s\n", what);
  std::abort();
}

}  // namespace

// An allocation that a size in the file asks for, and no file needs.
extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=512"; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static InputFile file;
  file.write(data, size);
  const auto loaded = nsys_ai::load_profile(file.path());
  std::string wrong = nsys_ai::fuzz::wrong_with_load(loaded);
  // Questions take four times as long as loading; their answers depend on columns alone.
  constexpr size_t kAskedOneIn = 8;
  const bool asked =
      std::hash<std::string_view>()({reinterpret_cast<const char*>(data), size}) % kAskedOneIn == 0;
  if (wrong.empty() && loaded && asked) wrong = nsys_ai::fuzz::walk(**loaded);
  if (!wrong.empty()) stop(wrong.c_str());
  if (!file.untouched()) stop("the file was written");
  if (!file.alone()) stop("a file was made beside the input");
  return 0;
}

// One change in four is libFuzzer's own; the others know the format.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (size < 512 || random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string changed =
      nsys_ai::fuzz::damaged(std::string(reinterpret_cast<const char*>(data), size), random);
  const size_t kept = std::min(changed.size(), most);
  std::memcpy(data, changed.data(), kept);
  return kept;
}
