// Abbreviations and asides, written out or left out before anything else is looked for.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kShorthand[] = {
    // ---- written out
    {R"(\bI'd\b)", "I would"},
    {R"(\bI'm\b)", "I am"},
    {R"(\bprocs\b)", "processes"},
    {R"(\bpids\b(?! \d))", "processes"},
    {R"(\bregs\b)", "registers"},
    {R"(\b(?:dyn|dynamic) (?:smem|shmem|shared mem)\b)", "dynamic shared memory"},
    {R"(\b(?:smem|shmem)\b)", "shared memory"},
    {R"(\b(gpu|device|pinned|pageable|shared|host) mem\b)", "$1 memory"},
    {R"(\bops\b)", "operations"},
    {R"(\bop\b)", "operation"},
    {R"(\bnv driver\b)", "NVIDIA driver"},
    {R"(\bosrt (?:calls?|functions?)\b)", "OS call"},
    {R"(\bosrt top (?:calls?|functions?)\b)", "top OS call"},
    {R"(\bOS runtime (?:library )?(?:functions?|calls?)\b)", "OS calls"},
    {R"(\b(?:kernel executions|kernel launches executed|kernel runs)\b)", "kernels"},
    // ---- which process or which stream
    {R"(^pid with (?:the )?)", "process with the "},
    {R"(^(process with the (?:most|largest|highest|longest) .+)$)", "which $1"},
    {R"((?:,| and)? ?(?:please )?(?:give|return|name|report|tell me|state|answer with|print) (?:me )?(?:only )?(?:its|the|that|their) (?:pid|process id|device ordinal|ordinal|index|id|number|name|device id)(?: only)?\s*[.?]*$)", ""},
    {R"(,? (?:given |named |identified |told )?(?:by|as) (?:its )?(?:pid|process id)(?=,|\s|\?|$),?)", ""},
    {R"(\b(?:the )?(?:mpi )?(?:rank|process) with (?:pid|process id) (\d+))", "process $1"},
    {R"(\b(?:came|come|comes) (?=from (?:the )?(?:pid|process|rank) \d))", ""},
    {R"(\b(belong|belongs|belonging) to (?:the )?(?=(?:pid|process) \d))", "of "},
    // ---- what a unit is
    {R"(,? ?(?:with|where|taking|at|and)? ?\(?1 ?([GMK])B ?(?:=|is|as|being) ?(?:10\^\d|1e\d|10\*\*\d|\d[\d,]*) ?(?:bytes)?(?=\s*[,;.?)]|\s*$))", ""},
    {R"(\(\s*\))", ""},
    // ---- what changes nothing
    {R"(,? (?:no matter|regardless of|whatever|whichever) (?:from |in |of |on )?(?:which )?(?:of the two |of them )?(?:process(?:es)?|rank|thread|gpu|device|pid)(?:s)?(?: (?:it|they) (?:was|is|are|were|come|comes|came|ran|run) ?(?:in|from|on)?)?(?=\s*[,.?]|\s*$))", ""},
    {R"(,? (?:if|when|with) (?:both|all|every|the two) (?:ranks?|process(?:es)?|gpus?|threads?|devices?) (?:is |are )?(?:taken|counted|put|merged|pooled|considered)?(?: (?:together|into account|in|combined))?(?=\s*[,.?]|\s*$))", ""},
    {R"(,? (?:both|all) (?:ranks|processes|gpus|threads|devices) (?:merged|pooled|taken together|together|counted|combined)(?=\s*[,.?]|\s*$))", ""},
    {R"(^I (?:would like|want|need|am after|am looking for)(?: to (?:know|see|learn|find out|have|get))? (?!.*\bso\b)(?=how|what|which|the|on|in|for))", ""},
    {R"(,? (?:over |across |in |of |on )?(?:both|all|any|every|either) (?:ranks?|process(?:es)?|gpus?|threads?|devices?)\s*[.?]*$)", ""},
    {R"(^(?:over|across|counting|taking) (?:all|both) (?:the )?(?:ranks|processes|gpus|threads|devices|workers)(?: together)?, )", ""},
    {R"(,? (?:according to|going by|by) (?:the )?(?:OS runtime|CUDA|NVTX|capture's|profile's) (?:data|records?|information|trace)(?=\s*[,.?]|\s*$))", ""},
    {R"(,? (?:going )?by (?:the )?(?:short )?(?:kernel )?names?(?=,),)", ""},
    {R"(,? (?:going|counted|measured) by (?:the )?range ([\w:]+)\s*[?.]*$)", " in range $1"},
    {R"(\s*\(?overlaps? counted in full\)?)", ""},
    {R"(\bI mean\b,? ?)", ""},
    {R"(,? gpu time and not the nvtx range\b)", ""},
    {R"(\s*\((?:instantaneous events|instantaneous marks|mark events(?:, not ranges)?)\))", ""},
    {R"(,? \(?(?:as opposed to|and not|not|so not|rather than) (?:the )?(?:nvtx )?(?:ranges|marks|range)\)?(?=\s*[,.?]|\s*$| were| are| have))", ""},
    {R"(,? which are single points in time(?: and not ranges)?,?)", ""},
    {R"(\b(?:nvtx )?(?:instantaneous|point) (?:markers|marks|events)\b)", "NVTX marks"},
    {R"(\b(NVTX marks),? (?:were )?(?:set )?through NVTX\b)", "$1"},
    {R"(,? in start order\b)", ""},
    {R"(\b(kernel) itself\b)", "$1"},
    {R"(\bfor the (?:kernel )?(\w+_\w+), over all three (?:grid )?dimensions\b)", "for $1"},
    {R"(,? (?:over|in|across) all three (?:grid |block )?dimensions\b,?)", ""},
    {R"(,? (?:counted|given|as a total number|expressed) (?:in|of) threads\b,?)", ""},
    {R"(\b(annotated|labelled|marked) (stages?|ranges?|regions?|phases?)\b)", "NVTX ranges"},
    {R"(\b(NVTX ranges) of (?:the )?(?:model|pipeline)\b)", "$1"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_shorthand() { return kShorthand; }

}  // namespace nsys_ai::inline agent
