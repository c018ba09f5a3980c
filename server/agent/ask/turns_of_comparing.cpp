// Turns of phrase of one figure against another, of points that are subtracted, and of what is ranked or grouped first.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kComparing[] = {
    // ---- points that are subtracted
    {R"(^(?:(?:in |of |for )?(process|pid|gpu|device) (\d+)[:,] )(?:the )?start(?: time)? of (.+?) minus (?:the )?start(?: time)? of (.+?)\s*$)", "time between the start of $4 of $1 $2 and the start of $3 of $1 $2"},
    {R"(^(?:the )?start(?: time)? of (.+?) minus (?:the )?start(?: time)? of (.+?)\s*$)", "time between the start of $2 and the start of $1"},
    {R"(\bhow much later than on (gpu|device|process) (\d+) did the (first|last) (kernel|copy|operation) on (?:gpu|device|process) (\d+) (?:start|begin)\b)", "time between the start of the $3 $4 on $1 $2 and the start of the $3 $4 on $1 $5"},
    {R"(^(gpu|process) (\d+) starts its (first|last) (kernel|copy)(?: of the capture)? before (?:gpu|process) (\d+)(?: does)?; by how much.*$)", "time between the start of the $3 $4 on $1 $2 and the start of the $3 $4 on $1 $5"},
    {R"(\bstart-to-start time between the (1st|first) and (?:the )?(2nd|second) ([\w:]+(?: kernel| range| call)?))", "time between the start of the first $3 and the start of the second $3"},
    {R"(^after (\S+) first starts(?: on the gpu)?,? how long until it starts the (?:next|second) time\s*\?*$)", "time between the start of the first $1 and the start of the second $1"},
    // ---- intervals between starts
    {R"(\bstart-to-start (?:intervals?|times?|distances?) (?:of|between) (?:consecutive |successive )?([\w:]+(?: ranges?| kernels?| calls?)?)\b)", "interval between starts of $1"},
    {R"(\bbetween (?:consecutive|successive) starts of ([\w:]+(?: ranges?| kernels?| calls?)?)\b)", "interval between starts of $1"},
    {R"(\bfrom ([\w:]+) start to \1 start\b)", "interval between starts of $1"},
    {R"(\bfrom the start of an? ([\w:]+ (?:kernel|range|call)) to the start of the (?:next|following)(?: one)?\b)", "interval between starts of $1"},
    {R"(^how long (?:is|does) (?:one|an?) \w+(?: take)? on average(?: in (process \d+|pid \d+))?,? (?:measured |counted |taken )?(?:from )?(interval between starts of [\w:]+(?: ranges?| kernels?)?)\s*\?*$)", "average $2 of $1"},
    {R"(^(?:each|every|one) \w+ (?:begins|starts) with an? [\w:]+(?: range)?: how long is an? \w+ on average,? (?:from )?(interval between starts of [\w:]+).*$)", "average $1"},
    {R"(^(average interval between starts of .+?) of \s*$)", "$1"},
    {R"(^how long (?:was|is) the (?:slowest|longest) \w+ of ((?:process|pid) \d+),? from where (?:its|the) ([\w:]+) starts to where the (?:following|next) one starts\s*\?*$)", "longest interval between starts of $2 of $1"},
    // ---- quotients
    {R"(\bhow many times (?:longer|larger|bigger|more) (?:is|are|was) (?:the )?(.+?) than (?:the )?(.+?)\s*\?*$)", "$1 divided by $2"},
    {R"(\bhow many times as long as (?:the )?(\S+) is (?:the )?(\S+?),? comparing (?:their )?(average|total|summed|mean|median) durations\s*\?*$)", "$3 duration of $2 divided by $3 duration of $1"},
    {R"(\bby (?:what|which) factor (?:is|are) the (average|mean|median|total) (\S+) (?:slower|longer|larger|bigger) than the (?:average|mean|median|total) (\S+?)\s*\?*$)", "$1 duration of $2 divided by $1 duration of $3"},
    {R"(\bby (?:what|which) factor do (?:the )?(.+?) (?:outweigh|exceed|beat|top) (?:the )?(.+?),? (?:comparing|by|in) (?:their )?(?:summed|total) (?:durations?|times?)(?: on the gpu)?\s*\?*$)", "total duration of $1 divided by total duration of $2"},
    {R"(\bhow many times as long does (gpu|process) (\d+) spend in (.+?)(?: in total)? (?:compared (?:with|to)|as) (?:gpu|process) (\d+)\s*\?*$)", "total duration of $3 on $1 $2 divided by total duration of $3 on $1 $4"},
    {R"(\b(total (?:memcpy|copy|memset|kernel)) time divided by total (memcpy|copy|memset|kernel) time\b)", "$1 time divided by total $2 time"},
    // ---- what is ranked or grouped first
    {R"(^if (?:i|you|we) (?:rank|sort|order) (?:the )?(.+?) by (?:their )?duration,? how long is (?:the )?(?:number )?(two|three|four|five|second|third|fourth|fifth)(?: one)?\s*\?*$)", "duration of the RANK_$2 longest $1"},
    {R"(\bRANK_(?:two|second)\b)", "second"},
    {R"(\bRANK_(?:three|third)\b)", "third"},
    {R"(\bRANK_(?:four|fourth)\b)", "fourth"},
    {R"(\bRANK_(?:five|fifth)\b)", "fifth"},
    {R"(^(?:sort|order|take|list) (?:the )?(.+? (?:range|kernel|call|cop)(?:ie)?)s by (?:their )?start(?: time)?: how long is the (first|second|third|fourth|fifth|last)(?: one)?\s*\?*$)", "duration of the $2 $1"},
    {R"(^grouping (?:the )?os runtime calls by (?:function|name),? which .*(?:most|first).*$)", "which OS call takes the most time in total"},
    {R"(^grouping (?:the )?(?:cuda )?(?:api )?calls by (?:function|name),? which .*(?:most|first).*$)", "which CUDA call takes the most time in total"},
    {R"(^grouping (?:the )?kernels by (?:short )?name\b.*which .*(?:most|first).*$)", "which kernel takes the most time in total"},
    {R"(^adding up the durations per cuda (?:call|api function|function),? which (?:function|one|call) comes (?:out )?(?:first|on top)\s*\?*$)", "which CUDA call takes the most time in total"},
    {R"(^adding up (?:the )?(.+?) per process,? which process(?: id)? comes (?:out )?(?:first|on top)\s*\?*$)", "which process has the most total duration of $1"},
    {R"(^where (?:does|do) the (?:host|cpu|program) spend most of (?:its|the) cuda(?: api)? time(?:,? which (?:function|call))?\s*\?*$)", "which CUDA call takes the most time in total"},
    {R"(\bprocess id of the one whose (.+?) add up to (?:the )?(?:more|most) time\b)", "process with the most total duration of $1"},
    {R"(^(?:what is |give )?(?:the )?(process with the most total duration of .+)$)", "which $1"},
    {R"(\bstream (?:id|number) of (?:the )?(?:kernel )?([\w:]+)\s*$)", "on which stream did $1 run"},
    // ---- which GPU
    {R"(^which gpu had the (lower|lowest|least|higher|highest) utili[sz]ation\b.*$)", "which GPU has the $1 busy share"},
    {R"(^(least|most) utili[sz]ed gpu\b.*$)", "which GPU has the $1 busy share"},
    {R"(^which gpu (?:was|is) (idle|busy) for the larger part of (?:its )?.*$)", "which GPU has the most $1 share"},
    {R"(\bhas the (?:lower|lowest) busy share\b)", "has the least busy share"},
    {R"(\bhas the (?:higher|highest) busy share\b)", "has the most busy share"},
    // ---- utilisation and its definition
    {R"(^(.*\butili[sz]ation) = .*$)", "$1"},
    {R"(^from the first (?:thing|operation) ((?:gpu|device) \d+) did to the last(?: one)?,? what (?:percentage|share|fraction|part) of the time was it(?: actually)? (busy|idle)\s*\?*$)", "$2 share of $1"},
    {R"(\bhow much of the communication on ((?:gpu|device) \d+) is (?:hidden|overlapped|covered) (?:behind|by|with) compute\b.*$)", "overlap of communication with compute on $1"},
    {R"(^((?:gpu|device) \d+) kernel(?:-only)? busy share of (?:the )?(?:device |gpu )?span\s*$)", "what share of the span of $1 is a kernel running"},
    {R"(\bwhat (?:fraction|share|percentage|part) of the time from the first to the last gpu operation (?:was|is) (?:spent )?in (.+?)\s*\?*$)", "what share of the span is $1"},
    {R"(^for how much time did (?:at least one|an?) operation,?.*\brun on the gpu\s*\?*$)", "busy time of the GPU"},
    {R"(\blongest (?:time|period|interval)\b.*\bin which neither process had anything running on the gpu\b)", "longest idle gap"},
    {R"(^looking at the shared gpu as a whole, )", ""},
    {R"(^for how long did the gpu (?:sit with nothing to do|is idle|idle|sit idle) in its (?:single )?(?:worst|longest|biggest) gap\b.*$)", "how long is the longest idle gap"},
    // ---- launches
    {R"(\blatency of the (\S+) launch,? from the start of (?:the|its) (?:api|launch) call to the start of the kernel\b)", "launch latency of $1"},
    {R"(\bhow long after its launch call began did (\S+) (?:start|begin)(?: on the gpu)?)", "launch latency of $1"},
    {R"(\bfrom the moment cu(?:da)?Launch\w+ is called until the kernel (?:begins|starts)(?: on the gpu)?)", "launch latency"},
    {R"(\bhow long does it take(?: on average)?( in (?:process|pid) \d+|) launch latency\b)", "average launch latency$1"},
    {R"(\bkernel start minus (?:cu(?:da)?Launch\w+|launch)(?: call)? start\b)", "launch latency"},
    {R"(^((?:process|pid|gpu|device) \d+): (average|mean|median|longest)(?: of)? launch latency\s*$)", "$2 launch latency of $1"},
    {R"(\bmost time that passed between the moment a launch call began and the moment its kernel began(?: to run)?\b)", "longest launch latency"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_comparing() { return kComparing; }

}  // namespace nsys_ai::inline agent
