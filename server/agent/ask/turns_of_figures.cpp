// Turns of phrase of marks, units, statistics and FLOPs.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kFigures[] = {
    {R"(^(.+?) ratio,?(?: of| between| for| on)? (gpu|device|process|stream) (\d+) ?(?:/|to|vs\.?|over|:|and) ?(?:(?:gpu|device|process|stream) )?(\d+)\s*\?*$)", "$1 on $2 $3 divided by $1 on $2 $4"},
    // ---- marks and units
    {R"(\b(?:t|time|pid|gpu|device|stream|process|step|iteration)\s*=\s*(?=\d))", ""},
    {R"(([<>])\s*=\s*(\d))", "$1 $2"},
    {R"(([<>])(\d))", "$1 $2"},
    {R"((\w)\*(?=[\s?,.]|$))", "$1"},
    {R"(\bw/o\b)", "without"},
    {R"(\bone (gigabyte|megabyte|kilobyte|millisecond|microsecond|second)\b)", "1 $1"},
    {R"(\bbigger than\b)", "larger than"},
    {R"(\bthan an? (millisecond|microsecond|second|gigabyte|megabyte|kilobyte)\b)", "than 1 $1"},
    {R"(\bhundredth\b)", "100th"},
    {R"(\btwentieth\b)", "20th"},
    {R"(\beleventh\b)", "11th"},
    {R"(\btwelfth\b)", "12th"},
    {R"(\b(?:next to last|next-to-last|last but one|second to last|second-to-last)\b)", "second last"},
    {R"(\bops\b)", "operations"},
    {R"(\bop\b)", "operation"},
    {R"(([^\d\s,;:(])[,;:(]?\s+(?:\(?in )?\(?(?:ns|us|µs|ms|s|sec|secs|seconds|milliseconds|microseconds|nanoseconds|kb|mb|gb|kib|mib|gib|bytes|gb/s)\)?\s*[?.!]*$)", "$1"},
    {R"(,\s*(?:in )?(?:ns|us|µs|ms|s|seconds|milliseconds|microseconds|kb|mb|gb|bytes|gb/s)\s*[?.!]*$)", ""},
    {R"(^(.+), count\s*[?.]*$)", "number of $1"},
    {R"(^(?:gpu|device) ?(\d+): (.+?) / (.+?)\s*[?.]*$)", "$2 as a share of $3 on GPU $1"},
    {R"(^(.+?) / (.+?)\s*[?.]*$)", "$1 as a share of $2"},
    {R"(^(?:gpu|device) ?(\d+): (.+?)(?: time)? as (?:a )?(?:%|percent|percentage|share|fraction) of (?:its |the )?busy time\s*[?.]*$)", "what share of the busy time of GPU $1 is $2"},
    {R"(\bhow much of the time (?:gpu|device) (\d+) is (?:active|busy) goes to (.+?)\s*[?.]*$)", "what share of the busy time of GPU $1 is $2"},
    {R"(\bhow much of (?:the |all )?(?:gpu|device)(?:'s|’s)? (?:active|busy) time (?:is|goes to) (.+?)\s*[?.]*$)", "what share of the busy time is $1"},
    {R"(\b(?:max|maximum)\s*\(\s*(?:duration|time)(?: of)?\s*\))", "maximum duration"},
    {R"(\b(?:max|maximum)\s*\(\s*([^()]+?)\s*\))", "longest $1"},
    {R"(\b(?:min|minimum)\s*\(\s*([^()]+?)\s*\))", "shortest $1"},
    {R"(\b(?:avg|average|mean)\s*\(\s*([^()]+?)\s*\))", "average duration of $1"},
    {R"(\bmedian\s*\(\s*([^()]+?)\s*\))", "median duration of $1"},
    {R"(\b(?:sum|total)\s*\(\s*([^()]+?)\s*\))", "total duration of $1"},
    {R"(\bcount\s*\(\s*([^()]+?)\s*\))", "number of $1"},
    {R"(\bhow many % of\b)", "what percentage of"},
    // ---- quotients of two places
    {R"(^(?:ratio|quotient) (?:of|between) (.+?) (?:on|of) (gpu|device|process|stream) (\d+) (?:to|and|over|vs\.?) (?:(?:that|the same|it) )?(?:on |of )?(?:(?:gpu|device|process|stream) )?(\d+)\s*\?*$)", "$1 on $2 $3 divided by $1 on $2 $4"},
    {R"(\bhow many times longer (?:is|was) (?:it|(gpu \d+|device \d+|the gpu)) busy with (.+?) than with (.+?)\s*\?*$)", "time of $2 divided by time of $3"},
    {R"(^is (?:the )?(gpu \d+|device \d+) (?:bound|limited|dominated) by [^?]*?[-,:;–] (time of .+ divided by time of .+)$)", "$2 on $1"},
    // ---- what most of one kind is
    {R"(\b(?:does|do|did) each thread of (?:the )?(?:kernel )?([\w:]+) use\b)", "does $1 use"},
    {R"(\bper[- ]thread register (?:count|use|usage|number)\b)", "registers"},
    {R"(\b(?:highest|largest|greatest|most|maximum) number of registers(?: per thread)?\b)", "most registers"},
    {R"(\bget (?:cleared|filled|zeroed|set|written)(?: or (?:cleared|filled|zeroed|set|written))? by memsets?\b)", "do memsets set"},
    {R"(\b(?:are|is) (?:cleared|filled|zeroed)(?: or (?:cleared|filled|zeroed|set))? by memsets?\b)", "do memsets set"},
    {R"(\bhow many (?:MB|KB|GB|MiB|KiB|GiB|bytes) do memsets set\b(?: on the gpu)?)", "total bytes of memsets"},
    {R"(\bhow many (us|µs|ms|ns|s|seconds|milliseconds|microseconds) (?=of |do |does |did |is |are |was ))", "how much time "},
    {R"(\bwhich (cuda call|cuda api call|kernel|os call|nvtx range) is behind the (?:one |single )?(?:call|run|execution|range) that took (?:the )?longest\b)", "name of the longest $1"},
    {R"(\b(?:can not|could not|can't|cannot) be (?:matched|linked|traced|tied) (?:back )?to (?:a|any) (?:recorded )?(?:cuda )?(?:api )?(?:launch|launch call|call)\b)", "have no recorded launch"},
    {R"(\bfor which no (?:cuda )?(?:runtime )?(?:or )?(?:driver )?(?:api )?call with the same correlation id exists(?: in the same process)?)", "whose launch was not recorded"},
    {R"(\bkernel executions whose\b)", "kernels whose"},
    {R"(\bwithout (?:a )?(?:recorded|captured|matching) (?:kernel )?launch(?: api)?(?: call)?\b)", "without a recorded launch"},
    {R"(\b(?:grid times block|grid x block|product of all grid and block dimensions) (?:for|of) (?:the )?(?:kernel )?([\w:]+)(?:\s*[:,].*)?$)", "threads of the grid of $1"},
    {R"(^(?:total |number of |how many )?(?:gpu |cuda )?threads (?:launched|started|run) by (?:the )?(?:kernel )?([\w:]+)\s*\?*$)", "threads of the grid of $1"},
    // ---- what calls returned
    {R"(\b(cuda (?:api )?calls|api calls|calls) (?:in (?:the|this) capture )?(?:with|returning|that returned?|having|that have|and) (?:a |an )?(?:non-?zero|not zero) (?:return |status |result )?(?:codes?|values?|status(?:es)?|results?)\b)", "nonzero-return $1"},
    {R"(\b(cuda (?:api )?calls|api calls|calls)(?: in (?:the|this) capture)? (?:come|came|comes|that came|that come) back with (?:something|anything) (?:other than|else than|but|different from) (?:success|zero|0|cudaSuccess)(?: \(0\))?)", "nonzero-return $1"},
    {R"(\b(cuda (?:api )?calls|api calls|calls)(?: in (?:the|this) capture)? whose (?:return|result|status)(?: value| code)? (?:differs? from|is not|isn't|is other than|is unequal to) (?:zero|0|success|cudaSuccess)\b)", "nonzero-return $1"},
    {R"(\b(cuda (?:api )?calls|api calls|calls) (?:with|returning|that returned|having) (?:an |a )?(?:bad|error|failing|failed|unsuccessful) (?:return |status |result |error )?(?:codes?|values?|status(?:es)?|results?)\b)", "failed $1"},
    {R"(^did any (.+ calls),? and how many\s*\?*$)", "how many $1"},
    // ---- communication that nothing hides
    {R"(\b(?:is|are|was|were) not (?:hidden|overlapped|covered|masked) (?:behind|by|with|under) (?:any |an? |another |the )?(?:other |compute |computation )*(?:kernels?|compute|computation|work)\b)", "is exposed"},
    {R"(\btime (?:of |when |during which |in which |while )?(?:an? |any |some |the )?(?:nccl|communication|collective) kernels? (?:is |are )?(?:running|runs|run|active|executing|executes) (?:while|when|but|and|with) (?:there is )?no (?:compute |other |computation )+kernels?(?: (?:is|are))?(?: (?:running|runs|run|active|executing|executes))?\b)", "exposed communication"},
    {R"(\bhow (?:much time|long|much) (?:of )?(?:the )?(?:nccl|communication)(?: time)? is exposed\b)", "exposed communication"},
    // ---- percentiles
    {R"(^(on [^,]+), (?=\d+\s?% of )(.+)$)", "$2 $1"},
    {R"(^(\d+(?:\.\d+)?)\s?% of (?:all |the |our )?(.+?)(?: runs| calls)? (?:take|takes|finish|finishes|complete|completes|last|run|end|are) (?:(?:in|within|under|below|less than|shorter than|at most|no longer than)\s*)+(?:how many|how much|how long|what|which|\.\.\.|…).*?( on (?:gpu|device|stream) \d+)?\s*[?.]*$)", "p$1 of the duration of $2$3"},
    {R"(^how (?:slow|long|bad) (?:are|is) the (?:worst|slowest) 1\s?% of (.+?)(?: \(p99\))?\s*[?.]*$)", "p99 of the duration of $1"},
    {R"(^how (?:slow|long|bad) (?:are|is) the (?:worst|slowest) 5\s?% of (.+?)(?: \(p95\))?\s*[?.]*$)", "p95 of the duration of $1"},
    {R"(^how (?:slow|long|bad) (?:are|is) the (?:worst|slowest) 10\s?% of (.+?)(?: \(p90\))?\s*[?.]*$)", "p90 of the duration of $1"},
    {R"(\b(?:fraction|share|percentage|proportion) of (?:tiny |small |short )?(kernels|copies|calls) \(?\s*(<|>|under|below|over|above) ?([\d.]+ ?[a-zµ]+)\)? by (?:count|number)\b)", "what percentage of $1 are $2 $3"},
    {R"(^(?:what percentage|what fraction|what share|how many percent|how many %) of (?:all )?(?:the )?kernel (?:executions|runs|launches) (?:finish|end|complete|take|last) (?:in |within )?(under|below|less than|over|more than) (.+)$)", "what percentage of kernels are $1 $2"},
    {R"(\b(cuda[A-Z]\w+)(?: calls?)? (p\d\d|average|avg|mean|median|max) latency\b)", "$2 duration of $1"},
    {R"(\b(average|avg|mean|median|max|p\d\d) latency of (cuda[A-Z]\w+))", "$1 duration of $2"},
    {R"(\b(cuda[A-Z]\w+\b.*) on the host\s*[?.]*$)", "$1"},
    // ---- each by itself
    {R"(^(.*\b(?:average|avg|mean|median|registers?|p\d\d)\b.*?)\s+per (?:call|launch|run|invocation|instance|execution|occurrence|thread)\b)", "$1"},
    {R"(^(.*?)\s+per (?:call|launch|run|invocation|instance|execution|occurrence)\b(.*\b(?:average|avg|mean|median)\b.*)$)", "$1$2"},
    {R"(\b((?:average|avg|mean|median|total) (?:\w+ )?(?:time|duration)) per (?!iteration|step|gpu|device|stream|process|thread|second|rank|name|kernel\b)([\w:.]*[A-Z_:]\S*))", "$1 of $2"},
    {R"(\b(average|avg|mean) (bytes|size) per ((?:d2h|h2d|d2d|device-to-host|host-to-device|device-to-device) )?cop(?:y|ies)\b)", "$1 $2 of $3copies"},
    {R"(^(?:what (?:is|was) the )?(?:max|maximum)(?: of)? ((?:cuda|cu[A-Z])\w+|\w+_\w+))", "longest $1"},
    {R"(^(?:what (?:is|was) the )?(?:min|minimum)(?: of)? ((?:cuda|cu[A-Z])\w+|\w+_\w+))", "shortest $1"},
    {R"(\b(?:max|maximum) (bubble|gap|idle gap|pause|stall)\b)", "longest $1"},
    {R"(\b(slowest|longest|fastest|shortest) (\S+) instance\b)", "$1 $2"},
    {R"(\b(\w+) tail latency \((p\d\d)\))", "$2 duration of $1"},
    {R"(^(.+?) relative to (?:all |the |total )?(.+?)(?:, in percent)?\s*[?.]*$)", "$1 as a share of $2"},
    // ---- FLOPs
    {R"(^(?:compute|calculate) (?:the )?mfu\b)", "MFU"},
    {R"(\b([\d.]+(?:e\+?\d+)? ?(?:[tgp]|peta|tera|giga)?flops?) per (?:call|run|launch|invocation)\b)", "$1"},
    {R"(\bwhat (?:fraction|share|percentage|percent|%) of (?:the )?(?:\w+ ){0,2}peak is (?:that|it)\b)", "what MFU is that"},
    {R"(\bhow close to (?:the )?(?:\w+ ){0,3}peak (?:does|did|do) (?:it|they|that) (?:get|come)(?: \(%\))?)", "what MFU is that"},
    {R"(\bthe (?:two|2|both) gpus together (?:did|do|executed|performed|ran)\b)", "the run did in total"},
    {R"(\b(?:both|all) (?:gpus|ranks|devices) (?:did|do|executed|performed|ran) (.+? (?:total|overall|in all|together))\b)", "the run did $1"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_figures() { return kFigures; }

}  // namespace nsys_ai::inline agent
