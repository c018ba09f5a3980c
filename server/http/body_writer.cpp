// Selects the range from the produced body, buffers small pieces, and frames them.
#include "http/body_writer.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nsys_ai {
namespace {

// Large enough to make the cost of system calls negligible, and small enough to keep progress bars moving.
constexpr size_t kPieceBytes = size_t{64} * 1024;
// Enough for a reader to begin with.
constexpr size_t kFirstBytes = 512;

std::string chunk_size_line(size_t size) {
  std::array<char, 20> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), size, 16);
  static_cast<void>(error);  // 16 digits always fit
  return std::string(text.data(), end) + "\r\n";
}

}  // namespace

std::vector<Header> BodyWriter::framing(const BodyStream& stream, int minor_version) {
  if (stream.size) return {{"Content-Length", std::to_string(stream.range.length)}};
  if (minor_version >= 1) return {{"Transfer-Encoding", "chunked"}};
  return {{"Connection", "close"}};
}

BodyWriter::BodyWriter(const Response& response, const BodyStream& stream, Peer peer)
    : peer_(peer),
      head_(response_head(response, framing(stream, peer.minor_version))),
      sized_(stream.size.has_value()),
      chunked_(!sized_ && peer.minor_version >= 1),
      skip_(stream.range.first),
      left_(stream.range.length),
      as_it_comes_(stream.unbuffered) {}

bool BodyWriter::client_is_there() {
  if (!broken_ && (peer_.stopping || peer_.wire.client_is_gone())) broken_ = true;
  return !broken_;
}

bool BodyWriter::write(std::string_view bytes) {
  if (broken_ || satisfied()) return false;
  if (bytes.empty()) return client_is_there();
  if (sized_) {
    const auto skipped = static_cast<size_t>(std::min<uint64_t>(skip_, bytes.size()));
    skip_ -= skipped;
    bytes.remove_prefix(skipped);
    bytes = bytes.substr(0, static_cast<size_t>(std::min<uint64_t>(left_, bytes.size())));
    left_ -= bytes.size();
    // Writing nothing in a long stretch before the range would not detect that the client disconnected.
    if (bytes.empty()) return client_is_there();
  }
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kPieceBytes - pending_.size());
    pending_.append(piece);
    bytes.remove_prefix(piece.size());
    if (pending_.size() == kPieceBytes && !flush()) return false;
  }
  const bool waited_for = as_it_comes_ || (!begun_ && pending_.size() >= kFirstBytes);
  if (waited_for && !pending_.empty() && !flush()) return false;
  return !satisfied();
}

bool BodyWriter::flush() {
  if (!client_is_there()) return false;
  std::string out = begun_ ? std::string() : std::move(head_);
  if (!pending_.empty()) {
    if (chunked_) out += chunk_size_line(pending_.size());
    out += pending_;
    if (chunked_) out += "\r\n";
  }
  pending_.clear();
  begun_ = true;
  broken_ = !peer_.wire.write_all(out, peer_.stall);
  return !broken_;
}

bool BodyWriter::finish() {
  if (!flush() || (sized_ && left_ > 0)) return false;
  if (chunked_) broken_ = !peer_.wire.write_all("0\r\n\r\n", peer_.stall);
  return !broken_;
}

}  // namespace nsys_ai
