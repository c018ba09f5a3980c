// Compression on the way: takes pieces, hands compressed pieces on.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace nsys_ai {

// Gzip at the level that keeps up with a fast producer. One thread only.
class Gzip {
 public:
  // Takes compressed pieces; false says that no more is wanted.
  using Sink = std::function<bool(std::string_view)>;
  explicit Gzip(Sink sink);
  ~Gzip();
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  // False once the sink wanted no more. An empty piece is handed on as it is: it asks whether that is so.
  bool write(std::string_view piece);
  // Writes what is left. Nothing may be written behind it.
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
