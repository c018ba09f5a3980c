// Puts texts together as the libraries do that annotate programs.
#include "tests/bench/label_text.h"

#include <fmt/format.h>

#include <iterator>

#include "tests/bench/random.h"

namespace nsys_ai::bench {
namespace {

// Sizes of the tensors that an operation is given; where a size is open, it is that of a batch.
constexpr const char* kSizes[] = {"[[{0}, 3, 224, 224], []]",
                                  "[[{0}, 64, 112, 112], [64], [64], [64], [64], [], [], [], []]",
                                  "[[{0}, 2048, 4096], [4096, 4096], [4096]]",
                                  "[[{0}, 4096], [4096, 11008]]",
                                  "[[{0}, 32, 2048, 128], [{0}, 32, 128, 2048]]",
                                  "[[{0}, 1000], [{0}]]",
                                  "[[], [], []]",
                                  "[[4096, {0}], []]",
                                  "[[{0}, 197, 768], [768], [768], []]",
                                  "[[50257, 1600], [{0}, 1024], [], [], []]"};

template <class... T>
void write(std::string& text, fmt::format_string<T...> format, T&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<T>(values)...);
}

void write_hex(std::string& text, const std::string& label, uint32_t instance) {
  Random random(instance);
  const uint64_t one = random.next(), two = random.next();
  if (random.below(2) == 0)
    write(text, "{} {:08x}-{:04x}-4{:03x}-{:04x}-{:012x}", label, one >> 32, one >> 16 & 0xFFFF, one & 0xFFF,
          two >> 48, two & 0xFFFF'FFFF'FFFF);
  else
    write(text, "{}:{:016x}{:016x}{:08x}", label, one, two, random.next() >> 32);
}

}  // namespace

LabelText::LabelText(LabelStyle style) : style_(style), labels_(range_labels()) {}

std::string_view LabelText::of(const RangeRow& range) {
  const std::string& label = labels_[range.level][range.label];
  text_.clear();
  if (style_ == LabelStyle::hex)
    write_hex(text_, label, range.instance);
  else if (style_ == LabelStyle::pytorch)
    pytorch(range, label);
  else if (range.instance % 2 == 0)
    write(text_, "{}, seq = {}, op_id = {}", label, range.instance / 3, range.instance);
  else
    write(text_, "{}, op_id = {}", label, range.instance);
  return text_;
}

// What is no operation has its label from the program, which numbers in ways of its own.
void LabelText::pytorch(const RangeRow& range, const std::string& label) {
  if (range.level == kLoader) return write(text_, "{}[{}]", label, range.instance);
  if (range.level == kStep || range.level == kPhase) return write(text_, "{} #{}", label, range.instance);
  if (range.level == kLayer || range.level == kModule)
    return write(text_, "{} (call {})", label, range.instance);
  Random random(range.instance);
  const bool outside_autograd = random.below(4) == 0;
  text_ = label;
  if (!outside_autograd) write(text_, ", seq = {}", range.instance / 21);
  write(text_, ", op_id = {}", range.instance);
  if (random.below(4) != 0) return;
  const auto sizes = kSizes[random.below(static_cast<int64_t>(std::size(kSizes)))];
  text_ += ", sizes = ";
  write(text_, fmt::runtime(sizes), int64_t{1} << random.below(10));
}

}  // namespace nsys_ai::bench
