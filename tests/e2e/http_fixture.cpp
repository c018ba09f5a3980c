// A loopback server for tests in real browsers: one trace of given bytes, one page of a profile.
//
//   http_fixture [--bytes N] [--no-size] [--break-after N] [--page FILE] [--card FILE] [--perfetto-url URL]
//                [--perfetto-dir DIR] [--allow-host HOST] [--window START END] [--strip FILE]
//                [--slow-parts] [--full-bytes N]
//
// Prints {"port":..,"open":"/open/..","view":"/view/.."} and serves until its standard input ends; a line
// "remove" there takes the trace away, and is answered by "removed".
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "http/content.h"
#include "http/loopback.h"

namespace {

using namespace nsys_ai;

struct Arguments {
  std::vector<std::string> words;

  std::vector<std::string>::const_iterator find(std::string_view name) const {
    return std::find(words.begin(), words.end(), name);
  }
  bool has(std::string_view name) const { return find(name) != words.end(); }
  // The word that follows `name` at a distance, or `fallback`.
  std::string after(std::string_view name, const std::string& fallback, int distance = 1) const {
    const auto at = find(name);
    return words.end() - at > distance ? *(at + distance) : fallback;
  }
  int64_t number(std::string_view name, int64_t fallback, int distance = 1) const {
    const std::string word = after(name, "", distance);
    return word.empty() ? fallback : std::strtoll(word.c_str(), nullptr, 10);
  }
};

// Byte i is (i * 31 + i / 256) mod 256, so that a test can say which bytes it expects.
BodyProducer counted_bytes(uint64_t size, uint64_t break_after) {
  return [=](const BodySink& sink) -> Result<void> {
    std::string piece;
    for (uint64_t at = 0; at < size; at += piece.size()) {
      if (at >= break_after) return fail(ErrorCode::internal_error, "The test wanted it so.");
      piece.resize(static_cast<size_t>(std::min<uint64_t>(uint64_t{256} * 1024, size - at)));
      for (size_t i = 0; i < piece.size(); ++i) {
        piece[i] = static_cast<char>((at + i) * 31 + (at + i) / 256);
      }
      if (!sink(piece)) return fail(ErrorCode::cancelled, "Nobody listens.");
    }
    return {};
  };
}

// Some bytes now and then that no compression holds back, until nobody listens.
BodyProducer endless_bytes() {
  return [](const BodySink& sink) -> Result<void> {
    std::minstd_rand random;
    std::string piece(size_t{128} * 1024, '\0');
    do {
      for (char& byte : piece) byte = static_cast<char>(random());
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    } while (sink(piece));
    return fail(ErrorCode::cancelled, "Nobody listens.");
  };
}

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Of a hundred parts; the trace of some of them has ten thousand bytes for each. Of slow ones no end comes
// but where they are merged.
StripHandle strip_of(const Arguments& arguments) {
  const bool slow = arguments.has("--slow-parts");
  const int64_t full = arguments.number("--full-bytes", 0);
  const auto trace = [slow, full](const StripRequest& asked) -> Result<TraceHandle> {
    const StripRange parts = asked.range;
    if (parts.start < 0 || parts.end > 100 || parts.start >= parts.end)
      return fail(ErrorCode::bad_request, "There are no such parts.");
    const auto size = static_cast<uint64_t>((parts.end - parts.start) * 10'000);
    const std::string name = std::to_string(parts.start) + " to " + std::to_string(parts.end);
    TraceHandle shown{"train_step.sqlite, " + name, "train_step-" + name + ".pftrace", {}, {}};
    shown.full_bytes = full;
    shown.pixel_ns = asked.pixel_ns.value_or(asked.most_bytes && *asked.most_bytes < full ? 8000 : 0);
    const bool merged = shown.pixel_ns > 0;
    shown.produce = slow && !merged ? endless_bytes() : counted_bytes(size, INT64_MAX);
    shown.words = "Parts " + name + (merged ? ": what is shorter than 8 us is merged" : ": in full detail");
    shown.window = TraceWindow{parts.start * 1'000'000, parts.end * 1'000'000};
    return shown;
  };
  const std::string file = arguments.after("--strip", "");
  return {[file] { return text_of(file); }, trace};
}

TraceHandle trace_of(const Arguments& arguments) {
  const auto size = static_cast<uint64_t>(arguments.number("--bytes", 1'000'000));
  TraceHandle trace{"train_step.sqlite", "train_step.pftrace", size, {}};
  if (arguments.has("--no-size")) trace.size.reset();
  trace.produce = counted_bytes(size, static_cast<uint64_t>(arguments.number("--break-after", INT64_MAX)));
  if (arguments.has("--window")) {
    trace.window = TraceWindow{arguments.number("--window", 0), arguments.number("--window", 0, 2)};
    trace.pinned = [] { return std::vector<std::string>{"GPU 0( [^>]*)? > Stream 7$"}; };
  }
  trace.words = "The whole run, 4 s: in full detail";
  if (arguments.has("--strip")) {
    trace.words = "The whole run, 4 s: what is shorter than 2 ms is merged with its neighbours";
    trace.strip = strip_of(arguments);
  }
  return trace;
}

ViewHandle view_of(const Arguments& arguments) {
  const std::string page = arguments.after("--page", "");
  const std::string card = arguments.after("--card", "");
  ViewHandle view{"train_step.sqlite", {}, {}};
  view.page_json = [page](const auto&, const auto&) { return text_of(page); };
  view.card_json = [card](const std::string& target) -> Result<std::string> {
    if (target == "nothing:0") return fail(ErrorCode::bad_request, "The profile has no such name.");
    constexpr std::string_view kPlace = "$TARGET";
    std::string text = text_of(card);
    for (size_t at = 0; (at = text.find(kPlace, at)) != std::string::npos; at += target.size())
      text.replace(at, kPlace.size(), target);
    return text;
  };
  view.model.emplace().status = []() -> Result<std::string> {
    return R"({"available":false,"consent":false,"reason":"No language model is chosen.","hover":"onClick","spent":""})";
  };
  return view;
}

int serve(const Arguments& arguments) {
  LoopbackServer::Options options;
  options.perfetto_url = arguments.after("--perfetto-url", options.perfetto_url);
  options.perfetto_dir = arguments.after("--perfetto-dir", "");
  auto server = LoopbackServer::start(options);
  if (!server) {
    std::cerr << server.error().message << "\n";
    return 1;
  }
  if (arguments.has("--allow-host")) (*server)->allow_host(arguments.after("--allow-host", ""));
  const std::string token = (*server)->add({trace_of(arguments), view_of(arguments)});
  std::cout << "{\"port\":" << (*server)->port() << ",\"open\":\"" << LoopbackServer::open_path(token)
            << "\",\"view\":\"" << LoopbackServer::view_path(token) << "\"}" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "remove") (*server)->remove(token);
    std::cout << line << "d" << std::endl;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) { return serve({{words + 1, words + count}}); }
