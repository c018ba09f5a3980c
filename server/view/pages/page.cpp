// Each note once, whoever noted it.
#include "view/pages/page.h"

#include <algorithm>

namespace nsys_ai::inline view {

void settle(const Shortfalls& told, Page& page) {
  for (std::string& note : told.notes()) {
    note += '.';
    if (std::find(page.notes.begin(), page.notes.end(), note) == page.notes.end())
      page.notes.push_back(std::move(note));
  }
}

}  // namespace nsys_ai::inline view
