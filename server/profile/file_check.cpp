// The mistakes that people make with profile files, each told apart by its first bytes.
#include "profile/file_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <string_view>

namespace nsys_ai {
namespace {

constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr std::string_view kLfsPointer = "version https://git-lfs";

Error refuse(std::string message, std::string hint) {
  return Error{ErrorCode::cannot_do, std::move(message), std::move(hint)};
}

std::optional<Error> not_reachable(const std::filesystem::path& path, int cause) {
  const std::string name = path.string();
  if (cause == ENOENT || cause == ENOTDIR)
    return refuse(fmt::format("There is no file {}.", name), "Check the path.");
  if (cause == EACCES || cause == EPERM)
    return refuse(fmt::format("There is no permission to read {}.", name),
                  "Ask its owner for read permission, or copy it to a folder of your own.");
  return refuse(fmt::format("{} cannot be opened: {}.", name, std::strerror(cause)), "Check the path.");
}

uint32_t big_endian(const unsigned char* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | uint32_t{bytes[3]};
}

// The size that the header promises; 0 when the header does not vouch for its own page count.
int64_t promised_size(const unsigned char* header) {
  const uint32_t raw = uint32_t{header[16]} << 8 | uint32_t{header[17]};
  const int64_t page_size = raw == 1 ? 65536 : raw;
  const bool vouched = big_endian(header + 24) == big_endian(header + 92);
  return vouched ? page_size * big_endian(header + 28) : 0;
}

std::optional<Error> wrong_kind(const std::string& name, const std::string& extension, std::string_view head,
                                int64_t size) {
  if (size == 0)
    return refuse(fmt::format("{} is empty (0 bytes).", name),
                  "The export or the copy did not finish: export the report again.");
  if (head.starts_with(kLfsPointer))
    return refuse(fmt::format("{} is a Git LFS pointer, not the profile itself.", name),
                  "Fetch the file with `git lfs pull`.");
  if (head.starts_with(kMagic)) return std::nullopt;
  if (extension == ".nsys-rep" || extension == ".qdrep")
    return refuse(fmt::format("{} is a report, which only Nsight Systems itself can read.", name),
                  "Export it first: nsys export --type sqlite --output PROFILE.sqlite REPORT.nsys-rep");
  const bool zeroed = std::all_of(head.begin(), head.begin() + std::min<size_t>(head.size(), 16),
                                  [](char c) { return c == 0; });
  if (zeroed)
    return refuse(
        fmt::format("{} begins with zeros: `nsys export` was interrupted before it wrote the header.", name),
        "Export the report again and let it finish.");
  return refuse(fmt::format("{} is not an SQLite file.", name),
                "Give a file made by `nsys export --type sqlite REPORT.nsys-rep`.");
}

}  // namespace

std::optional<Error> why_not_openable(const std::filesystem::path& path) {
  const std::string name = path.string();
  if (name.empty()) return refuse("The path of the profile is empty.", "Give the path of a .sqlite file.");
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return not_reachable(path, errno);
  if (S_ISDIR(status.st_mode))
    return refuse(fmt::format("{} is a folder.", name), "Give the .sqlite file inside it.");
  if (!S_ISREG(status.st_mode))
    return refuse(fmt::format("{} is not an ordinary file.", name), "Give a .sqlite file.");
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return not_reachable(path, errno);
  std::array<char, 100> head{};
  const ssize_t got = read(file, head.data(), head.size());
  const int cause = errno;
  close(file);
  if (got < 0) return not_reachable(path, cause);
  const std::string_view bytes(head.data(), static_cast<size_t>(got));
  if (auto wrong = wrong_kind(name, path.extension().string(), bytes, status.st_size)) return wrong;
  const int64_t promised = bytes.size() == head.size()
                               ? promised_size(reinterpret_cast<const unsigned char*>(head.data()))
                               : INT64_MAX;
  const std::string again = "Copy it again, or export the report again.";
  if (promised == INT64_MAX)
    return refuse(fmt::format("{} is cut short: it ends inside its header.", name), again);
  if (promised > status.st_size)
    return refuse(fmt::format("{} is cut short: it has {} bytes of {}.", name, status.st_size, promised),
                  again);
  return std::nullopt;
}

}  // namespace nsys_ai
