// Streaming compression: takes pieces and passes compressed pieces to a sink.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace nsys_ai {

// `sending` keeps up with a fast producer; `keeping` makes small files.
enum class GzipFor { sending, keeping };

// For one thread.
class Gzip {
 public:
  // Receives compressed pieces; returns false to stop.
  using Sink = std::function<bool(std::string_view)>;
  explicit Gzip(Sink sink, GzipFor what = GzipFor::sending);
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // Returns false once the sink wants no more. An empty piece is passed on as well, to ask the sink whether
  // to stop.
  bool write(std::string_view piece);
  // Writes the rest. Nothing may be written afterwards.
  bool finish();

 private:
  struct State;
  bool compress(std::string_view piece, int flush);

  Sink sink_;
  std::unique_ptr<State> state_;
  bool begun_ = false;
  bool wanted_ = true;
};

// All of a text, made small.
std::string gzipped(std::string_view text);

}  // namespace nsys_ai
