// Creates a new pipe for each key, because another process could take over a permanent name.
#include "features/model/key_pipe.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytesOfAKey = 4096;

// The session's runtime directory, or else the temporary directory.
fs::path runtime_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  return runtime != nullptr && *runtime == '/' ? fs::path(runtime) : fs::path("/tmp");
}

tl::unexpected<Error> no_pipe(int cause) {
  return fail(ErrorCode::cannot_do,
              fmt::format("No pipe for a key can be made in {}: {}.", runtime_folder().string(),
                          std::strerror(cause)),
              "Give the key in the environment or in keys.json (docs/MODELS.md).");
}

}  // namespace

KeyPipe::KeyPipe(fs::path folder)
    : folder_(std::move(folder)),
      path_(folder_ / "key"),
      pipe_left_(path_.string()),
      folder_left_(folder_.string()) {}

KeyPipe::~KeyPipe() {
  if (folder_.empty()) return;
  ::unlink(path_.c_str());
  ::rmdir(folder_.c_str());
}

Result<KeyPipe> KeyPipe::open() {
  std::string folder = (runtime_folder() / "nsys-ai-key-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return no_pipe(errno);
  KeyPipe pipe{fs::path(folder)};
  if (::mkfifo(pipe.path_.c_str(), 0600) != 0) return no_pipe(errno);
  pipe.reading_ = Descriptor(::open(pipe.path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW));
  if (!pipe.reading_) return no_pipe(errno);
  return pipe;
}

std::string KeyPipe::read() {
  std::string bytes(kMostBytesOfAKey, '\0');
  const ssize_t count = ::read(reading_.number(), bytes.data(), bytes.size());
  bytes.resize(count > 0 ? static_cast<size_t>(count) : 0);
  return bytes;
}

}  // namespace nsys_ai
