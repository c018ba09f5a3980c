// Binds the socket, replaces that of a dead server, and accepts clients.
#include "rpc/listener.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "base/log.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr int kWaitingClients = 64;

tl::unexpected<Error> cannot_listen(const fs::path& path, const std::string& why) {
  return fail(ErrorCode::cannot_do, "Clients cannot be waited for at " + path.string() + ": " + why + ".",
              "Name a file in a folder of your own that does not exist yet.");
}

Descriptor unix_socket() { return Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

// Whether a server answers at the address.
bool answers(const sockaddr_un& address) {
  const Descriptor probe = unix_socket();
  return ::connect(probe.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

// Serializes servers that start at the same time. Otherwise both could find the old socket dead, and one
// would remove the other's new socket.
Descriptor lock_folder(const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : ".";
  Descriptor held(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (held) ::flock(held.number(), LOCK_EX);
  return held;
}

}  // namespace

Listener::Listener(fs::path path, Descriptor waiting) : path_(std::move(path)), waiting_(std::move(waiting)) {
  struct stat made {};
  if (::stat(path_.c_str(), &made) != 0) return;
  device_ = made.st_dev;
  file_ = made.st_ino;
}

Listener::~Listener() {
  const Descriptor folder = lock_folder(path_);
  struct stat there {};
  if (::stat(path_.c_str(), &there) != 0 || there.st_dev != device_ || there.st_ino != file_) return;
  ::unlink(path_.c_str());
}

Result<std::unique_ptr<Listener>> Listener::at(const fs::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path.string();
  if (name.empty() || name.size() >= sizeof address.sun_path)
    return fail(ErrorCode::bad_request, "The name of the socket is empty or too long: " + name,
                "Give --listen the path of a Unix socket, of at most 107 bytes.");
  std::memcpy(address.sun_path, name.data(), name.size());

  const Descriptor folder = lock_folder(path);
  struct stat there {};
  if (::lstat(name.c_str(), &there) == 0) {
    if (!S_ISSOCK(there.st_mode)) return cannot_listen(path, "there is a file of that name");
    if (answers(address))
      return fail(ErrorCode::cannot_do, "A server answers at " + name + " already.",
                  "Use that one, or give --listen another path.");
    ::unlink(name.c_str());
  }
  Descriptor waiting = unix_socket();
  if (::bind(waiting.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return cannot_listen(path, std::strerror(errno));
  std::unique_ptr<Listener> listener(new Listener(path, std::move(waiting)));
  // Sets the mode before `listen`, because nobody can connect earlier: other users never get access.
  if (::chmod(name.c_str(), S_IRUSR | S_IWUSR) != 0 ||
      ::listen(listener->waiting_.number(), kWaitingClients) != 0)
    return cannot_listen(path, std::strerror(errno));
  return listener;
}

std::optional<Transport> Listener::accept(std::chrono::milliseconds timeout) {
  pollfd watched{waiting_.number(), POLLIN, 0};
  if (::poll(&watched, 1, static_cast<int>(timeout.count())) <= 0) return std::nullopt;
  const int client = ::accept4(waiting_.number(), nullptr, nullptr, SOCK_CLOEXEC);
  if (client >= 0) return Transport(client, client);
  if (errno == EMFILE || errno == ENFILE) {
    // The client keeps waiting; retrying at once would only waste CPU time.
    log_error("A client could not be accepted: too many files are open.");
    std::this_thread::sleep_for(timeout);
  }
  return std::nullopt;
}

}  // namespace nsys_ai
