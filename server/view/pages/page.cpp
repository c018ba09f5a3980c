// Each note once, whoever noted it.
#include "view/pages/page.h"

#include <algorithm>

namespace nsys_ai::inline view {

std::string param_of(const ViewParams& params, std::string_view name) {
  const auto found = std::find_if(params.begin(), params.end(), [&](const auto& of) { return of.first == name; });
  return found == params.end() ? "" : found->second;
}

ViewParams with_param(ViewParams params, std::string_view name, std::string value) {
  std::erase_if(params, [&](const auto& of) { return of.first == name; });
  if (!value.empty()) params.emplace_back(name, std::move(value));
  return params;
}

void settle(const Shortfalls& told, Page& page) {
  for (std::string& note : told.notes()) {
    note += '.';
    if (std::find(page.notes.begin(), page.notes.end(), note) == page.notes.end())
      page.notes.push_back(std::move(note));
  }
}

}  // namespace nsys_ai::inline view
