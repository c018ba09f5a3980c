// A zlib stream with a gzip header.
#include "base/gzip.h"

#include <zlib.h>

#include <array>
#include <new>
#include <utility>

namespace nsys_ai {
namespace {

constexpr size_t kPieceBytes = size_t{64} << 10;
constexpr int kGzipWindow = 15 + 16;  // the largest window, plus 16 for a gzip header
constexpr int kUsualMemory = 8;

}  // namespace

struct Gzip::State {
  z_stream stream{};
  std::array<char, kPieceBytes> out;
};

Gzip::Gzip(Sink sink, GzipFor what) : sink_(std::move(sink)), state_(std::make_unique<State>()) {
  const int level = what == GzipFor::sending ? Z_BEST_SPEED : Z_DEFAULT_COMPRESSION;
  if (deflateInit2(&state_->stream, level, Z_DEFLATED, kGzipWindow, kUsualMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

Gzip::~Gzip() { deflateEnd(&state_->stream); }

bool Gzip::write(std::string_view piece) {
  if (!wanted_) return false;
  if (piece.empty()) return wanted_ = sink_(piece);
  // The first piece is flushed, so that the reader sees the beginning at once; afterwards zlib may buffer as
  // much as it likes.
  return compress(piece, std::exchange(begun_, true) ? Z_NO_FLUSH : Z_SYNC_FLUSH);
}

bool Gzip::finish() { return wanted_ && compress({}, Z_FINISH); }

bool Gzip::compress(std::string_view piece, int flush) {
  z_stream& stream = state_->stream;
  // zlib's interface predates const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
  stream.avail_in = static_cast<uInt>(piece.size());
  int state = Z_OK;
  do {
    stream.next_out = reinterpret_cast<Bytef*>(state_->out.data());
    stream.avail_out = static_cast<uInt>(state_->out.size());
    state = deflate(&stream, flush);
    const size_t bytes = state_->out.size() - stream.avail_out;
    if (bytes > 0 && !sink_({state_->out.data(), bytes})) return wanted_ = false;
  } while (stream.avail_out == 0 || (flush == Z_FINISH && state == Z_OK));
  return true;
}

std::string gzipped(std::string_view text) {
  std::string bytes;
  Gzip gzip(
      [&](std::string_view piece) {
        bytes += piece;
        return true;
      },
      GzipFor::keeping);
  gzip.write(text);
  gzip.finish();
  return bytes;
}

}  // namespace nsys_ai
