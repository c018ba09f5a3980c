// Values as bytes, for files of the cache: numbers take eight bytes, texts follow their lengths, and lists
// their counts, in the order in which the members are visited.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nsys_ai {

// Passed to a function that visits the members of a value, which so serves for reading and writing.
class ByteWriter {
 public:
  void operator()(int64_t value) {
    const auto* from = reinterpret_cast<const uint8_t*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof(value));
  }
  void operator()(double value) { (*this)(std::bit_cast<int64_t>(value)); }
  void operator()(const std::string& text) {
    (*this)(static_cast<int64_t>(text.size()));
    bytes_.insert(bytes_.end(), text.begin(), text.end());
  }
  template <class T>
  void each(const std::vector<T>& list, void (*members)(ByteWriter&, const T&)) {
    (*this)(static_cast<int64_t>(list.size()));
    for (const T& one : list) members(*this, one);
  }
  template <class E>
  void word(E value) {
    (*this)(static_cast<int64_t>(value));
  }
  template <class T>
  void maybe(const std::optional<T>& value, void (*members)(ByteWriter&, const T&)) {
    word(value.has_value());
    if (value) members(*this, *value);
  }
  // For a value that has no bytes.
  void fail() { good_ = false; }
  bool is_good() const { return good_; }
  std::vector<uint8_t> taken() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
  bool good_ = true;
};

// After an error it reads nothing more, and `is_done` is false.
class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : left_(bytes) {}

  void operator()(int64_t& value) {
    if (left_.size() < sizeof(value)) return fail();
    std::memcpy(&value, left_.data(), sizeof(value));
    left_ = left_.subspan(sizeof(value));
  }
  void operator()(double& value) {
    int64_t bits = 0;
    (*this)(bits);
    value = std::bit_cast<double>(bits);
  }
  void operator()(std::string& text) {
    const size_t size = count();
    text.assign(reinterpret_cast<const char*>(left_.data()), size);
    left_ = left_.subspan(size);
  }
  template <class T>
  void each(std::vector<T>& list, void (*members)(ByteReader&, T&)) {
    for (size_t left = count(); left > 0 && good_; --left) members(*this, list.emplace_back());
  }
  template <class E>
  void word(E& value) {
    int64_t number = 0;
    (*this)(number);
    value = static_cast<E>(number);
    if (static_cast<int64_t>(value) != number) fail();
  }
  template <class T>
  void maybe(std::optional<T>& value, void (*members)(ByteReader&, T&)) {
    bool has = false;
    word(has);
    if (has) members(*this, value.emplace());
  }
  // After an invalid value nothing more is read.
  void fail() {
    good_ = false;
    left_ = {};
  }
  bool is_done() const { return good_ && left_.empty(); }

 private:
  // A count of items that take at least one byte each.
  size_t count() {
    int64_t size = 0;
    (*this)(size);
    if (size < 0 || static_cast<uint64_t>(size) > left_.size()) fail();
    return good_ ? static_cast<size_t>(size) : 0;
  }

  std::span<const uint8_t> left_;
  bool good_ = true;
};

}  // namespace nsys_ai
