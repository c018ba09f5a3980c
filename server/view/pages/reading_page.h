// The page of a cause of the book or of a knowledge page.
#pragma once

#include "knowledge/library.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Links into the library become targets `page:KEY`; addresses of other links follow their words.
Page reading_page(const LibraryPage& reading);

// Links to other pages: one cell each, with the target `page:KEY`.
std::vector<Cell> cells_of_pages(const std::vector<const KnowledgePage*>& pages);

}  // namespace nsys_ai
