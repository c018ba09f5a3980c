// `Sort the cudaFree calls by duration: how long is number two?`
#pragma once

#include <string>
#include <string_view>

namespace nsys_ai::inline agent {

// The question that a task asks: something is ranked, added up, divided, subtracted or compared first, and then one
// thing of the result is asked for. In plain words (`duration of the 2nd longest cudaFree call`); empty for what is
// no such task, and for one of which any word is left over.
std::string without_task(std::string_view question);

}  // namespace nsys_ai::inline agent
