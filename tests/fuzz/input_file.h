// What the fuzzers over whole files share: the file that an input becomes, and how inputs are changed.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

#include "tests/fuzz/damage_input.h"
#include "tests/fuzz/seed.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t most);

namespace nsys_ai::fuzz {

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

// One change in four is libFuzzer's own; the others know the format.
inline size_t changed_input(uint8_t* data, size_t size, size_t most, unsigned seed) {
  std::mt19937 random(seed);
  if (size < 512 || random() % 4 == 0) return LLVMFuzzerMutate(data, size, most);
  const std::string changed = damaged(std::string(reinterpret_cast<const char*>(data), size), random);
  const size_t kept = std::min(changed.size(), most);
  std::memcpy(data, changed.data(), kept);
  return kept;
}

}  // namespace nsys_ai::fuzz
