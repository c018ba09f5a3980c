// The fuzzer of the server: an input is what one client sends, a message a line.
//
// A line is the body of a message; after `!` it is bytes without a frame, with the escapes of tests/rpc. A
// session begins by itself where the first line does not begin one, and a profile is open in the server under
// the handle 1 and at $P. Whatever is sent, the server says well-formed messages only, answers nothing that
// was not asked and nothing twice, and ends when its client does.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "features/client_profiles.h"
#include "features/serve_client.h"
#include "protocol/json.h"
#include "rpc/framing.h"
#include "tests/fuzz/seed.h"
#include "tests/support/sketch.h"

namespace {

using namespace nsys_ai;

constexpr std::string_view kInitialize = R"({"jsonrpc":"2.0","id":"begin","method":"initialize",)"
                                         R"("params":{"capabilities":{"window":{"workDoneProgress":true}}}})";
constexpr std::string_view kOpen =
    R"({"jsonrpc":"2.0","id":"open","method":"nsys/openProfile","params":{"path":"$P"}})";
constexpr std::string_view kSketch =
    "gpu 0 stream 7   gemm 0..100us   softmax 150..180us   gemm 400..500us\n"
    "gpu 0 stream 8   memcpy_h2d 100..160us\n"
    "nvtx thread 1   step 0..600us\n";
// How long the client waits for answers before it goes away, whatever is still under way.
constexpr std::chrono::milliseconds kPatience{200};

[[noreturn]] void stop(const std::string& what) {
  std::fprintf(stderr, "server_fuzzer: %s\n", what.c_str());
  std::abort();
}

// The server, and the profile that stays open in it from input to input.
struct World {
  World() {
    if (access("/dev/shm", W_OK) == 0) setenv("TMPDIR", "/dev/shm", 0);
    static const fuzz::ScratchFolder scratch;
    path = scratch.path() / "P.sqlite";
    if (chdir(scratch.path().c_str()) != 0) std::abort();
    sketch::write(std::string(kSketch), path.string());
    keeper = std::make_unique<ClientProfiles>(server.profiles);
    if (!keeper->open(path, {})) stop("the profile cannot be opened");
  }
  Server server;
  std::filesystem::path path;
  std::unique_ptr<ClientProfiles> keeper;
};

std::string unescaped(std::string_view text) {
  std::string bytes;
  for (size_t at = 0; at < text.size(); ++at) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (text[at] != '\\' || next == '\0') {
      bytes += text[at];
      continue;
    }
    bytes += next == 'r' ? '\r' : next == 'n' ? '\n' : next == '0' ? '\0' : next;
    ++at;
  }
  return bytes;
}

std::string with_path(std::string text, const std::string& path) {
  for (size_t at = 0; (at = text.find("$P", at)) != std::string::npos; at += path.size())
    text.replace(at, 2, path);
  return text;
}

struct Sent {
  std::string bytes;
  size_t requests = 0;
};

Sent messages_of(std::string_view input, const std::string& path) {
  Sent sent;
  const auto add = [&](std::string_view line) {
    if (line.starts_with('!')) {
      sent.bytes += unescaped(line.substr(1));
      return;
    }
    const std::string body = with_path(std::string(line), path);
    const auto json = Json::parse(body);
    if (json && json->find("method") && json->find("id")) ++sent.requests;
    sent.bytes += framed(body);
  };
  if (input.substr(0, input.find('\n')).find("\"initialize\"") == std::string_view::npos) {
    add(kInitialize);
    add(kOpen);
  }
  while (!input.empty()) {
    const size_t end = std::min(input.find('\n'), input.size());
    add(input.substr(0, end));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  return sent;
}

// Reads until as many answers came as there are requests, or nothing comes for a while.
void check_answers(Transport& client, size_t requests) {
  FrameReader frames;
  std::array<char, 65536> bytes;
  std::atomic<size_t> answers = 0;
  std::atomic<bool> hung_up = false;
  std::thread patience([&] {
    for (int waited = 0; waited < kPatience.count() && answers < requests && !hung_up; ++waited)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    client.interrupt_read();
  });
  while (!hung_up) {
    const size_t count = client.read(bytes);
    hung_up = count == 0;
    frames.push({bytes.data(), count});
    while (true) {
      const auto body = frames.next();
      if (!body) stop("the server sent a broken frame");
      if (!*body) break;
      const auto message = Json::parse(**body);
      if (!message || !message->find("jsonrpc")) stop("the server sent no message: " + **body);
      const bool response = message->find("method") == nullptr;
      if (response && (message->find("result") != nullptr) == (message->find("error") != nullptr))
        stop("a response is not one of two: " + **body);
      if (const Json* code = message->descend({"error", "code"}); code && *code == Json(-32603))
        stop("a defect: " + **body);
      if (response) ++answers;
    }
  }
  patience.join();
}

}  // namespace

extern "C" const char* __asan_default_options() { return "max_allocation_size_mb=1024"; }

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static World world;
  const Sent sent = messages_of({reinterpret_cast<const char*>(data), size}, world.path.string());
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) std::abort();
  {
    RpcConnection connection(Transport(ends[1], ends[1]), {.quick = 1, .bulk = 1});
    std::thread server([&] { serve_client(world.server, connection); });
    {
      Transport client(ends[0], ends[0]);
      std::thread writer([&] { client.write(sent.bytes); });
      check_answers(client, sent.requests);
      client.interrupt_write();
      writer.join();
    }
    server.join();
  }
  return 0;
}
