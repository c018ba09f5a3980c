// Computes a hash (FNV-1a, 64 bits) of the distinguishing data; a collision requires two states of one path.
#include "profile/report/report_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/descriptor.h"

namespace nsys_ai {
namespace {

constexpr size_t kKeyBlock = 65536;

class Hash {
 public:
  void add(std::string_view bytes) {
    for (const char byte : bytes) value_ = (value_ ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xCBF29CE484222325;
};

bool add_block(Hash& hash, const Descriptor& file, int64_t from) {
  std::string block(kKeyBlock, '\0');
  const ssize_t got = ::pread(file.number(), block.data(), block.size(), from);
  if (got < 0) return false;
  hash.add(std::string_view(block).substr(0, static_cast<size_t>(got)));
  return true;
}

}  // namespace

Result<ReportKey> key_of_report(const std::filesystem::path& report) {
  const auto unreadable = [&] {
    return fail(ErrorCode::cannot_do,
                fmt::format("{} cannot be read: {}.", report.string(), std::strerror(errno)),
                "Copy it to a local disk and open the copy.");
  };
  const Descriptor file(::open(report.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.number(), &status) != 0) return unreadable();
  std::error_code error;
  const auto canonical = std::filesystem::canonical(report, error);
  Hash hash;
  hash.add(fmt::format("{}\n{}\n{}.{}\n", error ? report.string() : canonical.string(), status.st_size,
                       status.st_mtim.tv_sec, status.st_mtim.tv_nsec));
  const int64_t last = std::max<int64_t>(0, status.st_size - static_cast<int64_t>(kKeyBlock));
  if (!add_block(hash, file, 0) || !add_block(hash, file, last)) return unreadable();
  return ReportKey{fmt::format("{:016x}", hash.value()), status.st_size};
}

}  // namespace nsys_ai
