// Recognises wrong profile files by their first bytes.
#include "profile/sqlite_file/file_check.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/quotation.h"
#include "profile/named_file.h"
#include "profile/sqlite_file/big_endian.h"

namespace nsys_ai {
namespace {

constexpr size_t kSqliteHeaderBytes = 100;
constexpr std::string_view kSqliteMagic("SQLite format 3\0", 16);
constexpr std::string_view kLfsPointer = "version https://git-lfs";

// Compressed and archive formats in which users send or store profiles.
struct Compressed {
  std::string_view magic, name, command;
};
constexpr Compressed kCompressed[] = {{"\x1f\x8b", "gzip", "gunzip"},
                                      {"\x28\xb5\x2f\xfd", "Zstandard", "unzstd"},
                                      {"\xfd\x37zXZ", "xz", "unxz"},
                                      {"BZh", "bzip2", "bunzip2"},
                                      {"PK\x03\x04", "zip", "unzip"}};

Error refuse(std::string message, std::string hint) {
  return Error{ErrorCode::cannot_do, std::move(message), std::move(hint)};
}

Error not_reachable(const std::filesystem::path& path, int cause) {
  const std::string name = path.string();
  if (cause == ENAMETOOLONG)
    return refuse(fmt::format("No file has a path as long as {}.", quotation(name)), "Check the path.");
  if ((cause == ENOENT || cause == ENOTDIR) && is_repaired(path))
    return refuse(fmt::format("The name of the file is no UTF-8, and no single file is meant by {}.", name),
                  "Rename the file, or one of those whose names read alike.");
  if (cause == ENOENT || cause == ENOTDIR)
    return refuse(fmt::format("There is no file {}.", name), "Check the path.");
  if (cause == EACCES || cause == EPERM)
    return refuse(fmt::format("There is no permission to read {}.", name),
                  "Ask its owner for read permission, or copy it to a folder of your own.");
  return refuse(fmt::format("{} cannot be opened: {}.", name, std::strerror(cause)), "Check the path.");
}

// The size stated in the header; 0 when the header does not confirm its own page count.
uint64_t promised_size(const unsigned char* header) {
  const uint32_t raw = big_endian_16(header + 16);
  const uint64_t page_size = raw == 1 ? 65536 : raw;
  const bool vouched = big_endian_32(header + 24) == big_endian_32(header + 92);
  return vouched ? page_size * big_endian_32(header + 28) : 0;
}

// The first bytes of a file, and its size.
struct Head {
  std::string bytes;
  int64_t size = 0;
};

Result<Head> head_of(const std::filesystem::path& path) {
  const std::string name = path.string();
  const auto refused = [&](std::string_view what, std::string hint) {
    return fail(ErrorCode::cannot_do, fmt::format("{} {}", name, what), std::move(hint));
  };
  if (name.empty())
    return fail(ErrorCode::cannot_do, "The path of the profile is empty.",
                "Give the path of a .sqlite file.");
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return tl::unexpected(not_reachable(path, errno));
  if (S_ISDIR(status.st_mode)) return refused("is a folder.", "Give the .sqlite file inside it.");
  if (!S_ISREG(status.st_mode)) return refused("is not an ordinary file.", "Give a .sqlite file.");
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return tl::unexpected(not_reachable(path, errno));
  std::string bytes(kSqliteHeaderBytes, '\0');
  const ssize_t got = read(file.number(), bytes.data(), bytes.size());
  if (got < 0) return tl::unexpected(not_reachable(path, errno));
  bytes.resize(static_cast<size_t>(got));
  return Head{std::move(bytes), status.st_size};
}

std::optional<Error> no_content(const std::string& name, const Head& head) {
  if (head.size == 0)
    return refuse(fmt::format("{} is empty (0 bytes).", name),
                  "The export or the copy did not finish: export the report again.");
  if (head.bytes.starts_with(kLfsPointer))
    return refuse(fmt::format("{} is a Git LFS pointer, not the profile itself.", name),
                  "Fetch the file with `git lfs pull`.");
  return std::nullopt;
}

std::optional<Error> no_database(const std::string& name, std::string_view head) {
  if (head.starts_with(kSqliteMagic)) return std::nullopt;
  const bool zeroed = std::all_of(head.begin(), head.begin() + std::min<ptrdiff_t>(std::ssize(head), 16),
                                  [](char c) { return c == 0; });
  if (zeroed)
    return refuse(
        fmt::format("{} begins with zeros: `nsys export` was interrupted before it wrote the header.", name),
        "Export the report again and let it finish.");
  for (const Compressed& by : kCompressed)
    if (head.starts_with(by.magic))
      return refuse(fmt::format("{} is compressed with {}.", name, by.name),
                    fmt::format("Unpack it first: `{} FILE`.", by.command));
  return refuse(fmt::format("{} is not an SQLite file.", name),
                "Give a file made by `nsys export --type sqlite REPORT.nsys-rep`.");
}

}  // namespace

std::optional<Error> why_not_readable(const std::filesystem::path& path) {
  const auto head = head_of(path);
  return head ? no_content(path.string(), *head) : head.error();
}

std::optional<Error> database_error(const std::filesystem::path& path, std::string_view header,
                                           uint64_t bytes) {
  const std::string name = path.string();
  if (auto wrong = no_database(name, header)) return wrong;
  const std::string again = "Copy it again, or export the report again.";
  if (header.size() < kSqliteHeaderBytes)
    return refuse(fmt::format("{} is cut short: it ends inside its header.", name), again);
  const uint64_t promised = promised_size(reinterpret_cast<const unsigned char*>(header.data()));
  if (promised > bytes)
    return refuse(fmt::format("{} is cut short: it has {} bytes of {}.", name, bytes, promised), again);
  return std::nullopt;
}

std::optional<Error> open_error(const std::filesystem::path& path) {
  const auto head = head_of(path);
  if (!head) return head.error();
  if (auto wrong = no_content(path.string(), *head)) return wrong;
  return database_error(path, head->bytes, static_cast<uint64_t>(head->size));
}

}  // namespace nsys_ai
