// Turns of phrase of marks, units, statistics and FLOPs.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kFigures[] = {
    // ---- marks and units
    {R"(([<>])(\d))", "$1 $2"},
    {R"((\w)\*(?=[\s?,.]|$))", "$1"},
    {R"(\bone (gigabyte|megabyte|kilobyte|millisecond|microsecond|second)\b)", "1 $1"},
    {R"(\bbigger than\b)", "larger than"},
    {R"(\bthan an? (millisecond|microsecond|second|gigabyte|megabyte|kilobyte)\b)", "than 1 $1"},
    {R"(\bhundredth\b)", "100th"},
    {R"(\bops\b)", "operations"},
    {R"(\bop\b)", "operation"},
    {R"(([^\d\s,;:(])[,;:(]?\s+(?:\(?in )?\(?(?:ns|us|µs|ms|s|sec|secs|seconds|milliseconds|microseconds|nanoseconds|kb|mb|gb|kib|mib|gib|bytes|gb/s)\)?\s*[?.!]*$)", "$1"},
    {R"(,\s*(?:in )?(?:ns|us|µs|ms|s|seconds|milliseconds|microseconds|kb|mb|gb|bytes|gb/s)\s*[?.!]*$)", ""},
    {R"(^(.+), count\s*[?.]*$)", "number of $1"},
    {R"(^(?:gpu|device) ?(\d+): (.+?) / (.+?)\s*[?.]*$)", "$2 as a share of $3 on GPU $1"},
    {R"(^(.+?) / (.+?)\s*[?.]*$)", "$1 as a share of $2"},
    {R"(^(?:gpu|device) ?(\d+): (.+?)(?: time)? as (?:a )?(?:%|percent|percentage|share|fraction) of (?:its |the )?busy time\s*[?.]*$)", "what share of the busy time of GPU $1 is $2"},
    {R"(\bhow much of the time (?:gpu|device) (\d+) is (?:active|busy) goes to (.+?)\s*[?.]*$)", "what share of the busy time of GPU $1 is $2"},
    {R"(\b(?:max|maximum)\s*\(\s*([^()]+?)\s*\))", "longest $1"},
    {R"(\bcount\s*\(\s*([^()]+?)\s*\))", "number of $1"},
    // ---- quotients of two places
    {R"(^(?:ratio|quotient) (?:of|between) (.+?) (?:on|of) (gpu|device|process|stream) (\d+) (?:to|and|over|vs\.?) (?:(?:that|the same|it) )?(?:on |of )?(?:(?:gpu|device|process|stream) )?(\d+)\s*\?*$)", "$1 on $2 $3 divided by $1 on $2 $4"},
    // ---- what most of one kind is
    {R"(\bper[- ]thread register (?:count|use|usage|number)\b)", "registers"},
    {R"(\b(?:highest|largest|greatest|most|maximum) number of registers(?: per thread)?\b)", "most registers"},
    {R"(\bget (?:cleared|filled|zeroed|set|written)(?: or (?:cleared|filled|zeroed|set|written))? by memsets?\b)", "do memsets set"},
    {R"(\bhow many (?:MB|KB|GB|MiB|KiB|GiB|bytes) do memsets set\b(?: on the gpu)?)", "total bytes of memsets"},
    {R"(\bhow many (us|µs|ms|ns|s|seconds|milliseconds|microseconds) (?=of |do |does |did |is |are |was ))", "how much time "},
    {R"(\bwhich (cuda call|cuda api call|kernel|os call|nvtx range) is behind the (?:one |single )?(?:call|run|execution|range) that took (?:the )?longest\b)", "name of the longest $1"},
    {R"(\b(?:can not|could not|can't|cannot) be (?:matched|linked|traced|tied) (?:back )?to (?:a|any) (?:recorded )?(?:cuda )?(?:api )?(?:launch|launch call|call)\b)", "have no recorded launch"},
    {R"(\bwithout (?:a )?(?:recorded|captured|matching) (?:kernel )?launch(?: api)?(?: call)?\b)", "without a recorded launch"},
    {R"(\b(?:grid times block|grid x block|product of all grid and block dimensions) (?:for|of) (?:the )?(?:kernel )?([\w:]+)(?:\s*[:,].*)?$)", "threads of the grid of $1"},
    {R"(^(?:total |number of |how many )?(?:gpu |cuda )?threads (?:launched|started|run) by (?:the )?(?:kernel )?([\w:]+)\s*\?*$)", "threads of the grid of $1"},
    // ---- what calls returned
    {R"(\b(cuda (?:api )?calls|api calls|calls) (?:in (?:the|this) capture )?(?:with|returning|that returned?|having|that have|and) (?:a |an )?(?:non-?zero|not zero) (?:return |status |result )?(?:codes?|values?|status(?:es)?|results?)\b)", "nonzero-return $1"},
    {R"(\b(cuda (?:api )?calls|api calls|calls)(?: in (?:the|this) capture)? (?:come|came|comes|that came|that come) back with (?:something|anything) (?:other than|else than|but|different from) (?:success|zero|0|cudaSuccess)(?: \(0\))?)", "nonzero-return $1"},
    {R"(\b(cuda (?:api )?calls|api calls|calls)(?: in (?:the|this) capture)? whose (?:return|result|status)(?: value| code)? (?:differs? from|is not|isn't|is other than|is unequal to) (?:zero|0|success|cudaSuccess)\b)", "nonzero-return $1"},
    {R"(^did any (.+ calls),? and how many\s*\?*$)", "how many $1"},
    // ---- communication that nothing hides
    {R"(\b(?:is|are|was|were) not (?:hidden|overlapped|covered|masked) (?:behind|by|with|under) (?:any |an? |another |the )?(?:other |compute |computation )*(?:kernels?|compute|computation|work)\b)", "is exposed"},
    {R"(\btime (?:of |when |during which |in which |while )?(?:an? |any |some |the )?(?:nccl|communication|collective) kernels? (?:is |are )?(?:running|runs|run|active|executing|executes) (?:while|when|but|and|with) (?:there is )?no (?:compute |other |computation )+kernels?(?: (?:is|are))?(?: (?:running|runs|run|active|executing|executes))?\b)", "exposed communication"},
    {R"(\bhow (?:much time|long|much) (?:of )?(?:the )?(?:nccl|communication)(?: time)? is exposed\b)", "exposed communication"},
    // ---- percentiles
    {R"(^(\d+(?:\.\d+)?)\s?% of (?:all |the |our )?(.+?)(?: runs| calls)? (?:take|takes|finish|finishes|complete|completes|last|run|end|are) (?:(?:in|within|under|below|less than|shorter than|at most|no longer than)\s*)+(?:how many|how much|how long|what|which|\.\.\.|…).*?( on (?:gpu|device|stream) \d+)?\s*[?.]*$)", "p$1 of the duration of $2$3"},
    {R"(^how (?:slow|long|bad) (?:are|is) the (?:worst|slowest) 1\s?% of (.+?)(?: \(p99\))?\s*[?.]*$)", "p99 of the duration of $1"},
    {R"(\b(cuda[A-Z]\w+)(?: calls?)? (p\d\d|average|avg|mean|median|max) latency\b)", "$2 duration of $1"},
    {R"(\b(cuda[A-Z]\w+\b.*) on the host\s*[?.]*$)", "$1"},
    // ---- each by itself
    {R"(^(.*\b(?:average|avg|mean|median|registers?|p\d\d)\b.*?)\s+per (?:call|launch|run|invocation|instance|execution|occurrence|thread)\b)", "$1"},
    {R"(^(.*?)\s+per (?:call|launch|run|invocation|instance|execution|occurrence)\b(.*\b(?:average|avg|mean|median)\b.*)$)", "$1$2"},
    {R"(\b((?:average|avg|mean|median|total) (?:\w+ )?(?:time|duration)) per (?!iteration|step|gpu|device|stream|process|thread|second|rank|name|kernel\b)([\w:.]*[A-Z_:]\S*))", "$1 of $2"},
    {R"(^(?:what (?:is|was) the )?(?:max|maximum)(?: of)? ((?:cuda|cu[A-Z])\w+|\w+_\w+))", "longest $1"},
    {R"(\b(?:max|maximum) (bubble|gap|idle gap|pause|stall)\b)", "longest $1"},
    {R"(\b(slowest|longest|fastest|shortest) (\S+) instance\b)", "$1 $2"},
    {R"(\b(\w+) tail latency \((p\d\d)\))", "$2 duration of $1"},
    {R"(^(.+?) relative to (?:all |the |total )?(.+?)(?:, in percent)?\s*[?.]*$)", "$1 as a share of $2"},
    // ---- FLOPs
    {R"(\b(?:both|all) (?:gpus|ranks|devices) (?:did|do|executed|performed|ran) (.+? (?:total|overall|in all|together))\b)", "the run did $1"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_figures() { return kFigures; }

}  // namespace nsys_ai::inline agent
