// Parses text with nlohmann's parser. Builds values from its events, in order to limit their depth and
// number.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "protocol/json.h"
#include "protocol/json_file.h"

namespace nsys_ai {
namespace {

constexpr size_t kMaxDepth = 200;  // deeper values could exhaust the stack when they are visited or destroyed
constexpr size_t kMaxValues = 4'000'000;

// Receives the parser's events in the order of the text.
class Builder : public nlohmann::json_sax<nlohmann::json> {
 public:
  Json take() { return std::move(root_); }
  const std::string& error() const { return error_; }
  size_t error_byte() const { return error_byte_; }

  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(number_integer_t value) override { return add(Json(value)); }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= INT64_MAX) return add(Json(static_cast<int64_t>(value)));
    return add(Json(static_cast<double>(value)));
  }
  bool number_float(number_float_t value, const string_t&) override { return add(Json(value)); }
  bool string(string_t& value) override { return add(Json(std::move(value))); }
  bool binary(binary_t&) override { return false; }
  bool start_object(size_t) override { return open(Json::object()); }
  bool key(string_t& name) override {
    name_ = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception&) override {
    error_ = "The text is not valid JSON: it is wrong at byte " + std::to_string(position) + ".";
    error_byte_ = position;
    return false;
  }

 private:
  Json* place(Json value) {
    if (++values_ > kMaxValues) {
      error_ = "The JSON text holds more than " + std::to_string(kMaxValues) + " values.";
      return nullptr;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    if (auto* array = open_.back()->if_array()) return &array->emplace_back(std::move(value));
    // Does not search for a member of the same name, which would make large objects slow; find() returns the
    // last.
    auto& members = *open_.back()->if_object();
    members.push_back({std::move(name_), std::move(value)});
    return &members.back().value;
  }
  bool add(Json value) { return place(std::move(value)) != nullptr; }
  bool open(Json value) {
    if (open_.size() >= kMaxDepth) {
      error_ = "The JSON text is nested deeper than " + std::to_string(kMaxDepth) + " levels.";
      return false;
    }
    Json* opened = place(std::move(value));
    // An open value never moves, because its parent grows only after the value is closed.
    if (opened) open_.push_back(opened);
    return opened != nullptr;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  std::vector<Json*> open_;
  std::string name_;
  std::string error_;
  size_t error_byte_ = 0;
  size_t values_ = 0;
};

}  // namespace

Result<Json> Json::parse(std::string_view text) {
  Builder builder;
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
    return fail(ErrorCode::bad_request,
                builder.error().empty() ? "The text is not valid JSON." : builder.error());
  return builder.take();
}

Result<Json> parse_json_file(std::string_view file_name, std::string_view text) {
  Builder builder;
  if (nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) return builder.take();
  const size_t before = std::min(text.size(), builder.error_byte() > 0 ? builder.error_byte() - 1 : 0);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(before), '\n');
  return fail(ErrorCode::bad_request,
              std::string(file_name) + ":" + std::to_string(line) + ": The text is not valid JSON.");
}

}  // namespace nsys_ai
