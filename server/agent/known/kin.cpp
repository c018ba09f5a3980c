// The direction and the launching call are left out of both; what is named is called otherwise in the query
// alone.
#include "agent/known/kin.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace nsys_ai::inline agent {
namespace {

std::string replaced(std::string text, std::string_view from, std::string_view by) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + by.size()))
    text.replace(at, from.size(), by);
  return text;
}

// Without the one slot of its kind, which stands behind words of the query.
std::optional<Kin> without_slot(const Kin& of, std::string_view led, std::string_view slot,
                                std::string_view second) {
  std::string query_template = replaced(of.query_template, std::string(led) + std::string(slot), "");
  if (query_template == of.query_template || of.frame.slots.contains(std::string(second)))
    return std::nullopt;
  Kin kin{of.frame, std::move(query_template)};
  std::erase(kin.frame.words, slot);
  kin.frame.slots.erase(std::string(slot));
  return kin;
}

std::optional<Kin> without_direction(const Kin& of) {
  return without_slot(of, " of direction ", "<d0>", "<d1>");
}

std::optional<Kin> without_launcher(const Kin& of) {
  return without_slot(of, " launched by ", "<c0>", "<c1>");
}

std::optional<Kin> of_kernels(const Kin& of) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kCalled = {
      {{"copies", "kernels"}, {"copy", "kernel"}, {"memsets", "kernels"}, {"memset", "kernel"}}};
  std::string query_template = of.query_template;
  for (const auto& [from, by] : kCalled) query_template = replaced(std::move(query_template), from, by);
  return query_template == of.query_template ? std::nullopt : std::optional(Kin{of.frame, query_template});
}

}  // namespace

std::vector<Kin> kin_of(const Frame& question, const std::string& query_template) {
  std::vector<Kin> all = {{question, query_template}};
  for (const auto& of : {without_direction, without_launcher, of_kernels})
    for (size_t i = 0, count = all.size(); i < count; ++i)
      if (auto kin = of(all[i])) all.push_back(std::move(*kin));
  all.erase(all.begin());
  return all;
}

}  // namespace nsys_ai::inline agent
