// A cause of the book or a knowledge page, to be read.
#pragma once

#include "knowledge/library.h"
#include "view/pages/page.h"

namespace nsys_ai {

// Links into the library become targets `page:KEY`; others stand after their words.
Page reading_page(const LibraryPage& reading);

// What stands where a page leads to others: a cell each, with the target `page:KEY`.
std::vector<Cell> cells_of_pages(const std::vector<const KnowledgePage*>& pages);

}  // namespace nsys_ai
