// A client that connects to a server that listens.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "protocol/json.h"
#include "rpc/framing.h"
#include "rpc/transport.h"

namespace nsys_ai::test {

// Used by one thread. Throws where the server does not do as it should.
class SocketClient {
 public:
  // Waits until a server listens there.
  explicit SocketClient(const std::filesystem::path& path);

  void ask(int64_t id, const std::string& method, const std::string& params);
  void tell(const std::string& method, const std::string& params = "{}");
  // The next message.
  Json receive();
  // The next response; what comes before it is passed over.
  Json reply();
  // The parameters of the next request or notification of this method; what comes before it is passed over.
  Json told(const std::string& method);
  // Asks, and waits for the result.
  Json result(const std::string& method, const std::string& params = "{}");
  // `initialize` and `initialized`.
  void begin(const std::string& capabilities = "{}");
  // `shutdown` and `exit`, and waits for the server to hang up.
  void leave();

 private:
  void send(const std::string& body);

  Transport transport_;
  FrameReader frames_;
};

}  // namespace nsys_ai::test
