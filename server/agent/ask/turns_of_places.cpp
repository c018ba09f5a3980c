// Turns of phrase of places, idleness, copies, of what is wrong, and of two points in time.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kPlaces[] = {
    // ---- places
    {R"(^what (?:did|does|was|is) (?:the )?(gpu \d+|gpu|device \d+) (?:run|execute|running|executing|doing|do) (?=at |between |from |in the (?:first|last) )(.+)$)", "which kernels ran on $1 $2"},
    {R"(^what (?:runs|ran|was running|is running) on (?:the )?(gpu \d+|gpu|device \d+) (?=at |between |from |in the (?:first|last) )(.+)$)", "which kernels ran on $1 $2"},
    {R"(\b(first|last|longest) thing (?=(?:that |which )?(?:the )?(?:gpu|device)\b))", "$1 operation "},
    {R"(\b(gpus|devices|processes) (?:(?:that )?(?:were|are|got) )?(?:profiled|traced|captured)\b)", "$1 are there"},
    {R"(\bgpu (utili[sz]ation|usage|busy time|idle time) (?:per|by|of each|for each) (?:process|rank)\b)", "GPU $1 per GPU"},
    {R"(\bthreads (?:calling|that call|that use|using) (?:the )?cuda(?: api)?\b)", "threads with CUDA calls"},
    {R"(\bpid that\b)", "process that"},
    {R"(\b(?:the )?process with pid (\d+))", "process $1"},
    {R"(\b(?:pid|process) with the (?:larger|bigger|higher|greater|most|largest|biggest|highest) (host-to-device|device-to-host|h2d|d2h) (?:traffic|volume|bytes|transfers?)\b)", "process with the most $1 bytes"},
    {R"(\bpid with the\b)", "process with the"},
    {R"(\bdoes (gpu|device) (\d+) use more than one stream\b.*$)", "how many streams does $1 $2 use"},
    {R"(\b(?:kernel|kernels) activity\b)", "kernels"},
    {R"(\battributed to\b)", "inside"},
    {R"(\b(kernel|copy|memset|call|gap|range) #(\d+)\b)", "$1 number $2"},
    {R"(\b(iteration|step|stream|gpu|process) #(\d+)\b)", "$1 $2"},
    {R"(\bwhat dominates (?:on )?(.+?)\s*[?.]*$)", "which kernel takes the most time on $1"},
    {R"(^(?:the )?(memsets|copies|memcpys|kernels|nvtx ranges) (?:are |were |get )?(?:spread|distributed|run|running|issued|executed|spread out) (?:over|across|on|in|to|among) how many (?:different |distinct |separate )?(?:cuda )?(streams|gpus|processes|threads)\s*\?*$)", "number of distinct $2 of $1"},
    {R"(\b(?:sit|sits|sat|sitting|stay|stays|stayed|stuck|block|blocks|blocked|hang|hangs|sleep|sleeps|sleeping) (?:blocked |stuck |waiting |sleeping )?(?:in|inside|on) (?=(?:cuda|cu[A-Z]|MPI_|[a-z]+_?[a-z]+\b)))", "spend in "},
    {R"(\bspend (?:time )?spend in\b)", "spend in"},
    {R"(\b(?:gpu )?time overlap (?:of|between) (?:the )?(two|both) (processes|ranks|gpus)\b)", "time both $2 are busy at the same time"},
    {R"(\bfor how long do(?:es)? (\d{2,}) and (\d{2,}) both have (?:something|anything|work)(?: running| going on)?(?: on (?:it|the gpu))? at the same (moment|time)\b)", "time in which GPU operations of process $1 and GPU operations of process $2 run at the same time"},
    {R"(\bhow long do (streams? \d+ and (?:stream )?\d+|process(?:es)? \d+ and (?:process )?\d+)((?: of (?:pid|process|rank) \d+| on (?:gpu|device) \d+)*) have (kernels|copies|memsets|operations|work) (?:running|executing|active) (?:side by side|in parallel|at once|concurrently|simultaneously|at the same time)\b)", "time in which $3 on $1$2 run at the same time"},
    {R"(\btime in which (kernels|copies|memsets|operations) on (stream|process)(?:es|s)? (\d+) and (?:(?:stream|process) )?(\d+)(.*?) run at the same time\b)", "time in which $1 on $2 $3$5 and $1 on $2 $4$5 run at the same time"},
    {R"(^\W*what (?:share|fraction|percentage|part|portion)\s+(?:of the time |of the span )?(?:was|is) ((?:gpu|device) \d+|the gpu) (busy|idle|active)(?: with GPU operations)?\s*\?*$)", "$2 share of $1"},
    {R"(^on ((?:gpu|device) \d+), what (?:share|fraction|percentage|part|portion)\s+(?:was|is) a (kernel|copy|memset) running\s*\?*$)", "what share of the span of $1 is a $2 running"},
    {R"(\b(?:total )?time (?:during|in) which (?:a|an|any) (kernel|copy|memset|operation) (?:of|on) (process|stream|gpu|device) (\d+) and (?:a|an|any) (kernel|copy|memset|operation) (?:of|on) (?:process|stream|gpu|device) (\d+) (?:are|is) (?:both )?(?:running|active|executing|in flight)(?: at once)?)", "time in which $1s on $2 $3 and $4s on $2 $5 run at the same time"},
    {R"(^.*: ((?:total )?time in which .+ run at the same time)\s*[.?]*$)", "$1"},
    {R"(\bactive share of\b)", "busy share of"},
    // ---- idle
    {R"(\b(longest|biggest|largest) (?:stretch|period|hole|gap|pause|time|phase)((?: on| of)? (?:gpu|device) \d+|) (?:with|where|in which|when|while|during which) (?:nothing|no work|no activity)(?: at all)?(?: (?:is |was )?(?:going on|running|happening|executing|in flight|runs|ran|happens))?)", "longest idle gap$2"},
    {R"(\bof the time (?:that )?(?:the )?(gpu \d+|device \d+|gpu) (?:is|was) (?:busy|active)(?: with anything| at all)?,? how much (?:has|had) (?:an? |some |any )?(.+?)(?: running| in flight| going on| active)\s*\?*$)", "what share of the busy time of $1 is $2"},
    {R"(\b(?:is|are|was|were) (?:some|any|an?|at least one) (memcpy|copy|kernel|memset|nccl kernel)s? (?:in flight|running|active|executing|going on)\b)", "is a $1 running"},
    {R"(\b(copy|copies|transfer|memcpy) of the (?:results?|outputs?) (?:back )?to (?:the )?(?:cpu|host)\b)", "device-to-host copy"},
    {R"(\b(copy|copies|transfer|memcpy) of the (?:inputs?|data) (?:over )?to (?:the )?(?:gpu|device)\b)", "host-to-device copy"},
    {R"(\b(?:longest|biggest|largest) (?:stretch|period|phase|time|interval|pause) (?:during which|in which|where|when|while|that) (.+?) (?:does nothing|is idle|sits idle|is doing nothing|has nothing to do|is unused|did nothing|was idle)\b)", "longest idle gap on $1"},
    {R"(\b(?:has|have|had) no work(?: at all)?\b)", "is idle"},
    {R"(\b(?:is|was|are|were) doing nothing\b)", "is idle"},
    {R"(\b(?:does|did|do) nothing\b)", "is idle"},
    {R"(\b(?:sits|sat|sit) (?:there )?idle\b)", "is idle"},
    {R"(\b(?:idle time|idle gaps?|gaps?|time) between (?:consecutive|back-to-back|back to back|successive|adjacent|neighbou?ring) (?:gpu )?(?:operations|ops))", "idle gap"},
    {R"(\bgaps? without (?:any |a )?(?:kernels?|copy|copies|memsets?|operations?)(?:,? (?:kernels?|copy|copies|memsets?|or|and|nor))*)", "idle gaps"},
    {R"(\bidle most of the time\b)", "idle"},
    {R"(^what (?:is|was) the (?:host|cpu) doing while the gpu (?:sits there doing nothing|is idle|sits idle|waits|idles|is waiting|does nothing)\s*[?.]*$)", "why is the GPU idle"},
    {R"(^(?:the )?(?:reasons?|causes?) (?:for|of) (?:the |this |our )?(?:low|poor|bad) gpu (?:utili[sz]ation|usage)\s*[?.]*$)", "why is the GPU idle"},
    {R"(^why is (?:the |my |our )?gpu (?:utili[sz]ation|usage) (?:so )?(?:low|poor|bad)\s*[?.]*$)", "why is the GPU idle"},
    // ---- copies and memory
    {R"(\bpcie (?=upload|download|h2d|d2h))", ""},
    {R"(\b(?:peak|top|best) (copy|h2d|d2h|d2d|host-to-device|device-to-host) (?:bandwidth|throughput|speed)\b)", "highest bandwidth of a $1 copy"},
    {R"(\bresults (?=copied|come|came|read|sent|transferred|moved))", ""},
    {R"(\b(?:amount of )?(?:device |gpu )?memory (?:cleared|zeroed|set) by memsets?\b)", "total bytes of memsets"},
    {R"(^(?:should (?:i|we) use pinned memory(?: here)?|pinned (?:vs\.?|versus|or) pageable(?: transfers| copies| memory)?(?: - what do we use)?|(?:do|does) (?:we|it|they) (?:upload|copy|transfer) from pageable (?:buffers|memory).*)\s*[?.]*$)", "are copies pinned or pageable"},
    // ---- what is wrong
    {R"(^(?:the )?(?:main|biggest|primary|key|top) bottleneck(?: and| \+|,) (?:a )?(?:recommendations?|what to do|fix|advice)\s*[?.]*$)", "what is the bottleneck and what should I do"},
    {R"(\b(?:main|biggest|primary|key) bottleneck\b)", "bottleneck"},
    {R"(^why is (?:this|the|my|our) (?:training |inference )?(?:step|iteration|job|model|program|code|workload|training|run) (?:so )?slow\b.*$)", "what is the bottleneck and what should I do"},
    {R"(^where(?:'s| is| does| did) (?:the |all the |all of the |my )?(?:gpu )?time (?:going|gone|go)\s*[?.]*$)", "where does the time go"},
    {R"(^is (?:the |our |my )?(?:input|data)(?: pipeline| loading| loader|loader)? (?:the |a |my |our )?(?:bottleneck|problem|limit)\s*[?.]*$)", "what is the bottleneck"},
    {R"(^where (?:do|does|did) the (?:cpu|host)(?: threads?)? spend most of (?:its|their|the) time (?:in|within|inside) (?:the )?cuda(?: api)?\s*[?.]*$)", "which CUDA call takes the most time"},
    {R"(^where (?:do|does|did) (?:the |my |our )?\w+ spend (?:the )?most (?:of )?(?:its|the|their)? ?time,? by nvtx (?:stage|range|label|region|phase)s?\s*[?.]*$)", "which NVTX range takes the most time"},
    // ---- two points
    {R"(\b(?:delay|time|interval) between the (?:very )?first (.+?) and the start of (.+)$)", "how long from the start of the first $1 to the start of $2"},
    {R"(\bhow long from the first (.+?) until (.+?) (?:starts|begins)\s*[?.]*$)", "how long from the start of the first $1 to the start of $2"},
    {R"(\btime to (?:the )?first kernel \(from (?:the )?first cuda call\))", "how long from the start of the first CUDA call to the start of the first kernel"},
    {R"(\b(?:gap|time|how long)(?: is it| was it)? between the first two (.+?) kernels\b(.*?)\s*[?.]*$)", "how long from the end of the first $1 kernel$2 to the start of the second $1 kernel$2"},
    {R"(\bfrom the end of kernel (\d) to the start of kernel (\d)\b)", "how long from the end of kernel number $1 to the start of kernel number $2"},
    {R"(\bgap between the last two kernels\b)", "how long from the end of the second last kernel to the start of the last kernel"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_places() { return kPlaces; }

}  // namespace nsys_ai::inline agent
