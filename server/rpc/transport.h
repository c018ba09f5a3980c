// The byte stream to the client: stdin and stdout, a TCP port of this machine, or a Unix socket.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace nsys_ai {

// Owns its file descriptors. One thread reads and one writes; any thread may interrupt.
class Transport {
 public:
  // Takes ownership of the descriptors; they may be the same one.
  Transport(int in, int out);
  ~Transport();
  Transport(Transport&& other) noexcept;
  Transport& operator=(Transport&&) = delete;

  // Reserves stdout for the protocol: redirects all other output there to stderr from now on.
  static Result<Transport> stdio();
  // Connects to a port on which the client listens, as LSP specifies.
  static Result<Transport> socket(uint16_t port);
  static Result<Transport> pipe(const std::string& name);

  // Waits for bytes. Returns 0 at the end of the stream and after an interrupt.
  size_t read(std::span<char> bytes);
  // Returns false if the client disconnected, and if an interrupt came while the client read nothing.
  bool write(std::string_view bytes);
  // Ends waiting reads and writes, now and from now on.
  void interrupt_read();
  void interrupt_write();

 private:
  // A descriptor that stays readable once it is raised.
  struct Signal {
    Signal();
    ~Signal();
    Signal(Signal&& other) noexcept;
    Signal& operator=(Signal&&) = delete;
    void raise() const;
    int read_end = -1;
    int write_end = -1;
  };

  int in_ = -1;
  int out_ = -1;
  Signal stop_reading_;
  Signal stop_writing_;
};

}  // namespace nsys_ai
