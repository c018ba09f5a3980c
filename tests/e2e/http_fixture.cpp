// A loopback server for tests in real browsers: one trace of given bytes, one page of a profile.
//
//   http_fixture [--bytes N] [--no-size] [--break-after N] [--page FILE] [--card FILE] [--perfetto-url URL]
//                [--allow-host HOST] [--window START END]
//
// Prints {"port":..,"open":"/open/..","view":"/view/.."} and serves until its standard input ends; a line
// "remove" there takes the trace away, and is answered by "removed".
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

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
Produce counted_bytes(uint64_t size, uint64_t break_after) {
  return [=](const Sink& sink) -> Result<void> {
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

std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TraceHandle trace_of(const Arguments& arguments) {
  const auto size = static_cast<uint64_t>(arguments.number("--bytes", 1'000'000));
  TraceHandle trace{"train_step.sqlite", "train_step.pftrace", size, {}, std::nullopt};
  if (arguments.has("--no-size")) trace.size.reset();
  trace.produce = counted_bytes(size, static_cast<uint64_t>(arguments.number("--break-after", INT64_MAX)));
  if (arguments.has("--window")) {
    trace.window = TraceWindow{arguments.number("--window", 0), arguments.number("--window", 0, 2)};
  }
  return trace;
}

ViewHandle view_of(const Arguments& arguments, const std::string& trace_token) {
  const std::string page = arguments.after("--page", "");
  const std::string card = arguments.after("--card", "");
  ViewHandle view{"train_step.sqlite", {}, {}, trace_token};
  view.page_json = [page] { return text_of(page); };
  view.explain_markdown = [card](const std::string& target) -> Result<std::string> {
    if (target == "nothing:0") return fail(ErrorCode::bad_request, "The profile has no such name.");
    return "### " + target + "\n\n" + text_of(card);
  };
  return view;
}

int serve(const Arguments& arguments) {
  LoopbackServer::Options options;
  options.perfetto_url = arguments.after("--perfetto-url", options.perfetto_url);
  auto server = LoopbackServer::start(options);
  if (!server) {
    std::cerr << server.error().message << "\n";
    return 1;
  }
  if (arguments.has("--allow-host")) (*server)->allow_host(arguments.after("--allow-host", ""));
  const std::string trace = (*server)->add(trace_of(arguments));
  const std::string view = (*server)->add(view_of(arguments, trace));
  std::cout << "{\"port\":" << (*server)->port() << ",\"open\":\"" << LoopbackServer::open_path(trace)
            << "\",\"view\":\"" << LoopbackServer::view_path(view) << "\"}" << std::endl;
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "remove") (*server)->remove(trace);
    std::cout << line << "d" << std::endl;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) { return serve({{words + 1, words + count}}); }
