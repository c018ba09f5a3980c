// Turns of phrase of places, idleness, copies, of what is wrong, and of two points in time.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kPlaces[] = {
    // ---- places
    {R"(\b(first|last|longest) thing (?=(?:that |which )?(?:the )?(?:gpu|device)\b))", "$1 operation "},
    {R"(\b(gpus|devices|processes) (?:(?:that )?(?:were|are|got) )?(?:profiled|traced|captured)\b)", "$1 are there"},
    {R"(\battributed to\b)", "inside"},
    {R"(^(?:the )?(memsets|copies|memcpys|kernels|nvtx ranges) (?:are |were |get )?(?:spread|distributed|run|running|issued|executed|spread out) (?:over|across|on|in|to|among) how many (?:different |distinct |separate )?(?:cuda )?(streams|gpus|processes|threads)\s*\?*$)", "number of distinct $2 of $1"},
    {R"(\b(?:sit|sits|sat|sitting|stay|stays|stayed|stuck|block|blocks|blocked|hang|hangs|sleep|sleeps|sleeping) (?:blocked |stuck |waiting |sleeping )?(?:in|inside|on) (?=(?:cuda|cu[A-Z]|MPI_|[a-z]+_?[a-z]+\b)))", "spend in "},
    {R"(\bspend (?:time )?spend in\b)", "spend in"},
    {R"(\b(?:gpu )?time overlap (?:of|between) (?:the )?(two|both) (processes|ranks|gpus)\b)", "time both $2 are busy at the same time"},
    {R"(\bfor how long do(?:es)? (\d{2,}) and (\d{2,}) both have (?:something|anything|work)(?: running| going on)?(?: on (?:it|the gpu))? at the same (moment|time)\b)", "time in which GPU operations of process $1 and GPU operations of process $2 run at the same time"},
    {R"(\bhow long do (streams? \d+ and (?:stream )?\d+|process(?:es)? \d+ and (?:process )?\d+)((?: of (?:pid|process|rank) \d+| on (?:gpu|device) \d+)*) have (kernels|copies|memsets|operations|work) (?:running|executing|active) (?:side by side|in parallel|at once|concurrently|simultaneously|at the same time)\b)", "time in which $3 on $1$2 run at the same time"},
    {R"(\btime in which (kernels|copies|memsets|operations) on (stream|process)(?:es|s)? (\d+) and (?:(?:stream|process) )?(\d+)(.*?) run at the same time\b)", "time in which $1 on $2 $3$5 and $1 on $2 $4$5 run at the same time"},
    {R"(^\W*what (?:share|fraction|percentage|part|portion)\s+(?:of the time |of the span )?(?:was|is) ((?:gpu|device) \d+|the gpu) (busy|idle|active)(?: with GPU operations)?\s*\?*$)", "$2 share of $1"},
    {R"(\b(?:total )?time (?:during|in) which (?:a|an|any) (kernel|copy|memset|operation) (?:of|on) (process|stream|gpu|device) (\d+) and (?:a|an|any) (kernel|copy|memset|operation) (?:of|on) (?:process|stream|gpu|device) (\d+) (?:are|is) (?:both )?(?:running|active|executing|in flight)(?: at once)?)", "time in which $1s on $2 $3 and $4s on $2 $5 run at the same time"},
    {R"(^.*: ((?:total )?time in which .+ run at the same time)\s*[.?]*$)", "$1"},
    // ---- idle
    {R"(\b(longest|biggest|largest) (?:stretch|period|hole|gap|pause|time|phase)((?: on| of)? (?:gpu|device) \d+|) (?:with|where|in which|when|while|during which) (?:nothing|no work|no activity)(?: at all)?(?: (?:is |was )?(?:going on|running|happening|executing|in flight|runs|ran|happens))?)", "longest idle gap$2"},
    {R"(\bof the time (?:that )?(?:the )?(gpu \d+|device \d+|gpu) (?:is|was) (?:busy|active)(?: with anything| at all)?,? how much (?:has|had) (?:an? |some |any )?(.+?)(?: running| in flight| going on| active)\s*\?*$)", "what share of the busy time of $1 is $2"},
    {R"(\b(?:is|are|was|were) (?:some|any|an?|at least one) (memcpy|copy|kernel|memset|nccl kernel)s? (?:in flight|running|active|executing|going on)\b)", "is a $1 running"},
    {R"(\b(copy|copies|transfer|memcpy) of the (?:results?|outputs?) (?:back )?to (?:the )?(?:cpu|host)\b)", "device-to-host copy"},
    {R"(\b(?:longest|biggest|largest) (?:stretch|period|phase|time|interval|pause) (?:during which|in which|where|when|while|that) (.+?) (?:does nothing|is idle|sits idle|is doing nothing|has nothing to do|is unused|did nothing|was idle)\b)", "longest idle gap on $1"},
    {R"(\b(?:has|have|had) no work(?: at all)?\b)", "is idle"},
    {R"(\b(?:is|was|are|were) doing nothing\b)", "is idle"},
    {R"(\b(?:does|did|do) nothing\b)", "is idle"},
    {R"(\b(?:idle time|idle gaps?|gaps?|time) between (?:consecutive|back-to-back|back to back|successive|adjacent|neighbou?ring) (?:gpu )?(?:operations|ops))", "idle gap"},
    {R"(\bidle most of the time\b)", "idle"},
    // ---- copies and memory
    {R"(\bresults (?=copied|come|came|read|sent|transferred|moved))", ""},
    // ---- what is wrong
    {R"(^why is (?:this|the|my|our) (?:training |inference )?(?:step|iteration|job|model|program|code|workload|training|run) (?:so )?slow\b.*$)", "what is the bottleneck and what should I do"},
    {R"(^where(?:'s| is| does| did) (?:the |all the |all of the |my )?(?:gpu )?time (?:going|gone|go)\s*[?.]*$)", "where does the time go"},
    // ---- two points
    {R"(\bgap between the last two kernels\b)", "how long from the end of the second last kernel to the start of the last kernel"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_places() { return kPlaces; }

}  // namespace nsys_ai::inline agent
