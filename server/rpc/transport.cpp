// Blocking reads and writes that another thread can interrupt.
#include "rpc/transport.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace nsys_ai {
namespace {

// A pipe that polls as writable accepts this many bytes without blocking (PIPE_BUF on Linux).
constexpr size_t kAtomicPipeBytes = 4096;

// Waits until `fd` is ready. Returns false if `stop` was raised or the descriptor failed.
bool wait_for(int fd, short events, int stop) {
  while (true) {
    std::array<pollfd, 2> watched = {pollfd{fd, events, 0}, pollfd{stop, POLLIN, 0}};
    if (::poll(watched.data(), watched.size(), -1) < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    if (watched[1].revents != 0) return false;
    if ((watched[0].revents & POLLNVAL) != 0) return false;
    if (watched[0].revents != 0) return true;
  }
}

tl::unexpected<Error> cannot_connect(const std::string& where) {
  return fail(ErrorCode::cannot_do,
              "The client at " + where + " cannot be reached: " + std::strerror(errno) + ".",
              "Start the client first: it listens, and the server connects to it.");
}

}  // namespace

Transport::Signal::Signal() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return;
  read_end = ends[0];
  write_end = ends[1];
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
}

Transport::Signal::Signal(Signal&& other) noexcept
    : read_end(std::exchange(other.read_end, -1)), write_end(std::exchange(other.write_end, -1)) {}

Transport::Signal::~Signal() {
  if (read_end >= 0) ::close(read_end);
  if (write_end >= 0) ::close(write_end);
}

void Transport::Signal::raise() const {
  // The byte stays in the pipe, so that all later waits end as well.
  [[maybe_unused]] const auto written = ::write(write_end, "x", 1);
}

Transport::Transport(int in, int out) : in_(in), out_(out) {}

Transport::Transport(Transport&& other) noexcept
    : in_(std::exchange(other.in_, -1)),
      out_(std::exchange(other.out_, -1)),
      stop_reading_(std::move(other.stop_reading_)),
      stop_writing_(std::move(other.stop_writing_)) {}

Transport::~Transport() {
  if (in_ >= 0) ::close(in_);
  if (out_ >= 0 && out_ != in_) ::close(out_);
}

Result<Transport> Transport::stdio() {
  const int in = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
  const int out = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (in < 0 || out < 0)
    return fail(ErrorCode::cannot_do, "There is no stdin or stdout to speak on.",
                "Start the server from an editor, or give it --socket or --pipe.");
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return Transport(in, out);
}

Result<Transport> Transport::socket(uint16_t port) {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const std::string where = "port " + std::to_string(port);
  Transport transport(fd, fd);
  if (fd < 0) return cannot_connect(where);
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return cannot_connect(where);
  const int yes = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return transport;
}

Result<Transport> Transport::pipe(const std::string& name) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (name.empty() || name.size() >= sizeof address.sun_path)
    return fail(ErrorCode::bad_request, "The name of the pipe is empty or too long: " + name,
                "Give --pipe the path of a Unix socket, of at most 107 bytes.");
  std::memcpy(address.sun_path, name.data(), name.size());
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  Transport transport(fd, fd);
  if (fd < 0) return cannot_connect(name);
  ::fcntl(fd, F_SETFD, FD_CLOEXEC);
  if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return cannot_connect(name);
  return transport;
}

size_t Transport::read(std::span<char> bytes) {
  while (wait_for(in_, POLLIN, stop_reading_.read_end)) {
    const ssize_t count = ::read(in_, bytes.data(), bytes.size());
    if (count >= 0) return static_cast<size_t>(count);
    if (errno != EINTR && errno != EAGAIN) return 0;
  }
  return 0;
}

bool Transport::write(std::string_view bytes) {
  bool socket = true;
  while (!bytes.empty()) {
    if (!wait_for(out_, POLLOUT, stop_writing_.read_end)) return false;
    ssize_t count = -1;
    if (socket) {
      count = ::send(out_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (count < 0 && errno == ENOTSOCK) socket = false;
    }
    if (!socket) count = ::write(out_, bytes.data(), std::min(bytes.size(), kAtomicPipeBytes));
    if (count < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (count > 0) bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

void Transport::interrupt_read() { stop_reading_.raise(); }

void Transport::interrupt_write() { stop_writing_.raise(); }

}  // namespace nsys_ai
