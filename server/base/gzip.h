// Streaming compression: pieces go in, compressed pieces go to a sink.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace nsys_ai {

// What is sent once is to keep up with a fast producer; what is kept is to be small.
enum class GzipFor { sending, keeping };

// One thread only.
class Gzip {
 public:
  // Receives compressed pieces; false means that no more is wanted.
  using Sink = std::function<bool(std::string_view)>;
  explicit Gzip(Sink sink, GzipFor what = GzipFor::sending);
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // False once the sink wants no more. An empty piece is passed on as it is: it asks whether that is so.
  bool write(std::string_view piece);
  // Writes what is left. Nothing may be written after it.
  bool finish();

 private:
  struct State;
  bool compress(std::string_view piece, int flush);

  Sink sink_;
  std::unique_ptr<State> state_;
  bool begun_ = false;
  bool wanted_ = true;
};

}  // namespace nsys_ai
