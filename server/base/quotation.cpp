// Cuts the input before examining it.
#include "base/quotation.h"

#include "base/text_table.h"

namespace nsys_ai {

std::string quotation(std::string_view given) {
  constexpr size_t kWidth = 200;
  constexpr size_t kBytes = 16 * kWidth;  // more than is shown at either end
  if (given.size() > 2 * kBytes)
    return quotation(std::string(given.substr(0, kBytes)) + std::string(given.substr(given.size() - kBytes)));
  return shortened(one_line(given), kWidth);
}

}  // namespace nsys_ai
