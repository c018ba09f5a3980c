// Turns of phrase of launches, and of which of two.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kComparisons[] = {
    // ---- launches
    {R"(\b(?:delay|latency|lag|time) (?:between|from) (?:the )?(?:cudaLaunchKernel|launch|launch call|launch api call|kernel launch|launching)(?: call| api call)?(?: being (?:called|issued))? (?:and|to|until) (?:the )?(?:kernel(?:'s)? )?(?:start(?:ing)?|execution|begin(?:ning)?|kernel start|kernel starting|kernel running)(?: of the kernel)?(?: on (?:the )?gpu)?(?! of\b))", "launch latency"},
    {R"(\bhow (?:long|much later) after (?:its|their|the|being) launch(?:ed)?(?: call)? (?:does|do|did) (?:a |the )?kernels? (?:start|begin|run))", "launch latency of kernels"},
    {R"(\btimes? (?:a |the )?(?:cuda )?graphs? (?:was|were|is|are|got) launched\b)", "cudaGraphLaunch calls"},
    {R"(\b(how many|number of|count of) (?:cuda )?graph launches\b)", "$1 cudaGraphLaunch calls"},
    // ---- which of two
    {R"(\bcompare (?:the )?(.+?) (?:between|of|on|across|for|over) (?:the )?(?:two |both |2 |all )?(?:gpus|devices)\b.*$)", "which GPU has the most $1"},
    {R"(^(?:compare|contrast) (?:gpu|device) (\d+) (?:and|with|to|vs\.?|against) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^(?:compare|contrast) (?:the )?(.+?) (?:of|on|between) (?:gpu|device) (\d+) (?:and|with|to|vs\.?|against) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(\b(?:difference|gap) (?:in|of) (.+?) between (gpu|device|process) (\d+) and (?:gpu |device |process )?(\d+))", "how much more $1 does $2 $3 have than $2 $4"},
    {R"(^(?:which|who|what)(?: gpu| device| one| of them)? (?:has|had|spends|spent|does|did|runs|ran) more (.+?),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^is (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+) (?:busier|more busy|more loaded)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^(?:which|who|what)(?: gpu| device| one)? is (?:busier|more busy|more loaded),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^(?!.*\b(?:gap|difference|ratio|factor|times)\b)(.+?),? (?:of |on |for )?(?:gpu|device) (\d+) (?:vs\.?|versus|against|compared (?:to|with)) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_comparisons() { return kComparisons; }

}  // namespace nsys_ai::inline agent
