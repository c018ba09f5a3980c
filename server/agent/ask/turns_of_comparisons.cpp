// Turns of phrase of launches, and of which of two.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kComparisons[] = {
    // ---- launches
    {R"(\b(?:delay|latency|lag|time) between launching (?:a |the )?kernel and (?:it|its|the kernel(?:'s)?) start(?:ing)?\b)", "launch latency"},
    {R"(\b(?:delay|latency|lag|time) (?:between|from) (?:the )?(?:cudaLaunchKernel|launch|launch call|launch api call|kernel launch|launching)(?: call| api call)?(?: being (?:called|issued))? (?:and|to|until) (?:the )?(?:kernel(?:'s)? )?(?:start(?:ing)?|execution|begin(?:ning)?|kernel start|kernel starting|kernel running)(?: of the kernel)?(?: on (?:the )?gpu)?(?! of\b))", "launch latency"},
    {R"(\bhow (?:long|much later) after (?:its|their|the|being) launch(?:ed)?(?: call)? (?:does|do|did) (?:a |the )?kernels? (?:start|begin|run))", "launch latency of kernels"},
    {R"(\bwhen process (\d+) launches a kernel,?)", "of process $1"},
    {R"(\btimes? (?:a |the )?(?:cuda )?graphs? (?:was|were|is|are|got) launched\b)", "cudaGraphLaunch calls"},
    {R"(\b(how many|number of|count of) (?:cuda )?graph launches\b)", "$1 cudaGraphLaunch calls"},
    // ---- which of two
    {R"(\bcompare (?:the )?(.+?) (?:between|of|on|across|for|over) (?:the )?(?:two |both |2 |all )?(?:gpus|devices)\b.*$)", "which GPU has the most $1"},
    {R"(\bcompare (?:the )?(.+?) (?:per|by|for each) (gpu|device|process|stream|direction)\b.*$)", "$1 per $2"},
    {R"(^(?:compare|contrast) (?:the )?(?:two |both )?(?:gpus|devices)\s*[?.]*$)", "which GPU has the most busy time"},
    {R"(^(?:compare|contrast) (?:gpu|device) (\d+) (?:and|with|to|vs\.?|against) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^(?:compare|contrast) (?:the )?(.+?) (?:of|on|between) (?:gpu|device) (\d+) (?:and|with|to|vs\.?|against) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^(?:are|is) (?:the |our )?(?:gpus|devices|load|work)\b.* ?(?:evenly|balanced|even|imbalanced|unbalanced|uneven)\b.*$)", "which GPU has the most busy time"},
    {R"(^(?:how|is|are) .*\b(?:evenly|balanced|even|imbalanced|unbalanced|uneven)\b.*\b(?:gpus|devices)\b.*$)", "which GPU has the most busy time"},
    {R"(\b(?:difference|gap) (?:in|of) (.+?) between (gpu|device|process) (\d+) and (?:gpu |device |process )?(\d+))", "how much more $1 does $2 $3 have than $2 $4"},
    {R"(^(?:which|who|what)(?: gpu| device| one| of them)? (?:has|had|spends|spent|does|did|runs|ran) more (.+?),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^(?:which|who|what)(?: gpu| device| one| of them)? (?:has|had|spends|spent|does|did|runs|ran) (?:less|fewer) (.+?),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the least $1 on GPU $2 and GPU $3"},
    {R"(^is (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+) (?:busier|more busy|more loaded)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^is (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+) (?:idler|more idle|idle more)\s*[?.]*$)", "which GPU has the most idle time on GPU $1 and GPU $2"},
    {R"(^(?:which|who|what)(?: gpu| device| one)? (?:is idle|idles|idled|waits|waited) (?:more|longer),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most idle time on GPU $1 and GPU $2"},
    {R"(^(?:which|who|what)(?: gpu| device| one)? is (?:busier|more busy|more loaded),? (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*[?.]*$)", "which GPU has the most busy time on GPU $1 and GPU $2"},
    {R"(^(.+?) (?:gap|difference),? (?:between |of )?(gpu|device) (\d+) (?:vs\.?|versus|and|to) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "how much more $1 does $2 $3 have than $2 $4"},
    {R"(^(?!.*\b(?:gap|difference|ratio|factor|times)\b)(.+?),? (?:of |on |for )?(?:gpu|device) (\d+) (?:vs\.?|versus|against|compared (?:to|with)) (?:(?:gpu|device) )?(\d+)\s*[?.]*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^on which (gpu|device|process) (?:is|does|do|are) (.+?) (?:slower|take longer|takes longer|longer)(?: in total| overall)?\s*[?.]*$)", "which $1 has the most total duration of $2"},
    {R"(^(?:busiest|most used) (stream|gpu|device|process) by (?:kernel count|number of kernels)\b)", "$1 with the most kernels"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_comparisons() { return kComparisons; }

}  // namespace nsys_ai::inline agent
