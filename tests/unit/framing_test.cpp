// Frames, however their bytes are split.
#include "rpc/framing.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace nsys_ai {
namespace {

const std::vector<std::string> kBodies = {"{}", "", "{\"a\":\"\xC3\xA9\\r\\n\\r\\nContent-Length: 5\"}",
                                          std::string(3000, 'x'), "[1]"};

std::string all_frames() {
  std::string bytes;
  for (const auto& body : kBodies) bytes += framed(body);
  return bytes;
}

void take_all(FrameReader& reader, std::vector<std::string>& bodies) {
  while (true) {
    const auto body = reader.next();
    ASSERT_TRUE(body);
    if (!*body) return;
    bodies.push_back(**body);
  }
}

TEST(Framing, IsTheSameWhereverTheBytesAreSplit) {
  const std::string bytes = all_frames();
  for (size_t split = 0; split <= bytes.size(); ++split) {
    FrameReader reader;
    std::vector<std::string> bodies;
    reader.push(std::string_view(bytes).substr(0, split));
    take_all(reader, bodies);
    reader.push(std::string_view(bytes).substr(split));
    take_all(reader, bodies);
    ASSERT_EQ(bodies, kBodies) << "split at " << split;
  }
}

TEST(Framing, IsTheSameByteByByte) {
  FrameReader reader;
  std::vector<std::string> bodies;
  for (const char byte : all_frames()) {
    reader.push({&byte, 1});
    take_all(reader, bodies);
  }
  EXPECT_EQ(bodies, kBodies);
}

TEST(Framing, SurvivesManyMessagesInOnePiece) {
  std::string bytes;
  for (int at = 0; at < 200'000; ++at) bytes += framed(std::to_string(at));
  FrameReader reader;
  reader.push(bytes);
  std::vector<std::string> bodies;
  take_all(reader, bodies);
  ASSERT_EQ(bodies.size(), 200'000U);
  EXPECT_EQ(bodies.back(), "199999");
}

TEST(Framing, AcceptsTheLargestBodyAndNoLarger) {
  FrameReader reader;
  const std::string body(kMaxFrameBytes, ' ');
  reader.push(framed(body));
  const auto read = reader.next();
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->size(), kMaxFrameBytes);
  reader.push("Content-Length: " + std::to_string(kMaxSkippedBytes + 1) + "\r\n\r\n");
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.is_broken());
}

TEST(Framing, PassesOverABodyThatIsTooLong) {
  FrameReader reader;
  const size_t length = kMaxFrameBytes + 10;
  reader.push("Content-Length: " + std::to_string(length) + "\r\n\r\nfirst ten.");
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.is_broken());
  for (size_t left = length - 10; left > 0;) {
    const size_t count = std::min<size_t>(left, 1'000'003);
    // The last piece holds the next message as well.
    reader.push(std::string(count, 'x') + (count == left ? framed("{}") : ""));
    left -= count;
    const auto read = reader.next();
    ASSERT_TRUE(read);
    EXPECT_EQ(read->has_value(), left == 0);
  }
}

TEST(Framing, GivesUpOnAHeaderWithoutEnd) {
  FrameReader reader;
  for (int at = 0; at < 100; ++at)
    reader.push("X-Header-" + std::to_string(at) + ": " + std::string(80, 'y') + "\r\n");
  ASSERT_FALSE(reader.next());
  FrameReader other;
  other.push(std::string(kMaxHeaderBytes + 1, 'z'));
  EXPECT_FALSE(other.next());
}

TEST(Framing, SaysTheSameAgainAfterAnError) {
  FrameReader reader;
  reader.push("Content-Length: x\r\n\r\n");
  const auto first = reader.next();
  ASSERT_FALSE(first);
  reader.push(framed("{}"));
  const auto second = reader.next();
  ASSERT_FALSE(second);
  EXPECT_EQ(first.error().message, second.error().message);
}

TEST(Framing, NeverBreaksOnNoise) {
  std::mt19937 random(7);
  const std::string words[] = {"Content-Length",     ":",   " ", "5", "\r\n", "\n", "\r\n\r\n", "{}", "-1",
                               std::string(1, '\0'), "\xff"};
  for (int round = 0; round < 20'000; ++round) {
    FrameReader reader;
    for (int at = 0; at < 12; ++at) {
      reader.push(words[random() % std::size(words)]);
      if (!reader.next()) break;
    }
  }
}

}  // namespace
}  // namespace nsys_ai
