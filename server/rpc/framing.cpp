// Reads and writes frames. Accepts header names in any case, additional headers and bare line feeds.
#include "rpc/framing.h"

#include <algorithm>
#include <charconv>

namespace nsys_ai {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::ranges::equal(a, b, [&](char x, char y) { return lower(x) == lower(y); });
}

std::string too_long() { return "A message is longer than " + std::to_string(kMaxFrameBytes) + " bytes."; }

tl::unexpected<Error> broken(std::string message) {
  return fail(
      ErrorCode::bad_request, std::move(message),
      "Send `Content-Length: N`, an empty line and N bytes of JSON, as the Language Server Protocol asks.");
}

Result<size_t> read_length(std::string_view text) {
  size_t length = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  if (!digits) return broken("The Content-Length of a message is not a number of bytes.");
  if (error != std::errc() || length > kMaxSkippedBytes) return broken(too_long());
  return length;
}

}  // namespace

void FrameReader::push(std::string_view bytes) {
  const size_t unwanted = std::min(skipped_, bytes.size());
  skipped_ -= unwanted;
  buffer_.append(bytes.substr(unwanted));
}

Result<std::optional<size_t>> FrameReader::read_header() {
  std::optional<size_t> length;
  size_t line_start = at_;
  while (true) {
    const size_t line_end = buffer_.find('\n', line_start);
    if (std::min(line_end, buffer_.size()) - at_ > kMaxHeaderBytes)
      return broken("The header of a message is longer than " + std::to_string(kMaxHeaderBytes) + " bytes.");
    if (line_end == std::string::npos) return std::nullopt;
    const std::string_view line =
        trimmed(std::string_view(buffer_).substr(line_start, line_end - line_start));
    line_start = line_end + 1;
    if (line.empty()) break;
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) return broken("A line of a message's header has no colon.");
    if (!same_name(trimmed(line.substr(0, colon)), "Content-Length")) continue;
    const auto read = read_length(trimmed(line.substr(colon + 1)));
    if (!read) return tl::unexpected(read.error());
    if (length && *length != *read) return broken("A message has two lengths.");
    length = *read;
  }
  if (!length) return broken("A message has no Content-Length.");
  at_ = line_start;
  return length;
}

Result<std::optional<std::string>> FrameReader::next() {
  if (broken_) return tl::unexpected(*broken_);
  if (!body_bytes_) {
    auto length = read_header();
    if (!length) {
      broken_ = length.error();
      return tl::unexpected(*broken_);
    }
    body_bytes_ = *length;
  }
  if (body_bytes_ && *body_bytes_ > kMaxFrameBytes) {
    const size_t here = std::min(buffer_.size() - at_, *body_bytes_);
    skipped_ = *body_bytes_ - here;
    at_ += here;
    body_bytes_.reset();
    return fail(ErrorCode::bad_request, too_long(), "It was passed over. Send less at once.");
  }
  if (!body_bytes_ || buffer_.size() - at_ < *body_bytes_) return std::nullopt;
  std::string body = buffer_.substr(at_, *body_bytes_);
  at_ += *body_bytes_;
  body_bytes_.reset();
  // Removes consumed bytes rarely, so that many small messages in one read stay cheap.
  if (at_ == buffer_.size() || at_ > (size_t{1} << 20U)) {
    buffer_.erase(0, at_);
    at_ = 0;
    if (buffer_.capacity() > (size_t{4} << 20U)) buffer_.shrink_to_fit();
  }
  return body;
}

std::string framed(std::string_view body) {
  std::string frame = "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n";
  frame.append(body);
  return frame;
}

}  // namespace nsys_ai
