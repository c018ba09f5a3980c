// Turns of phrase of one figure against another, of points that are subtracted, and of what is ranked or grouped first.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kComparing[] = {
    // ---- at least one of them
    {R"(\b(?:wall(?:-| )?(?:clock)? )?time (?:(?:was|with|in which|during which) )+at least one (\S+)(?: nvtx)?(?: range)?(?: (?:was|is))? open(?: on any thread)?)", "united duration of NVTX ranges named $1"},
    {R"(\bfor how (?:long|much (?:wall(?:-| )?(?:clock)? )?time) (?:was|were) at least one (?:thread inside )?(\S+)(?: nvtx)?(?: range)?(?: open| active)?(?: on any thread)?\s*\?*$)", "united duration of NVTX ranges named $1"},
    {R"(\b(?:length of the )?union,? (?:over (?:all )?threads,? )?of the (?:nvtx ranges )?(\S+::\S+)(?: ranges)?(?: \([^)]*\))?\s*\?*$)", "united duration of NVTX ranges named $1"},
    {R"(^how long was some thread (?:inside|in) (\S+?),.*$)", "united duration of NVTX ranges named $1"},
    {R"(^.*counting overlapping (\S+) ranges once,? how long\b.*$)", "united duration of NVTX ranges named $1"},
    {R"(^what is the (?=united duration))", ""},
    // ---- at once
    {R"(\boverlap in time between (?:the )?(kernels|copies|memsets) of (process|pid|stream|gpu) (\d+) and (?:those|the \1) of (?:process|pid|stream|gpu) (\d+))", "time in which $1 on $2 $3 and $1 on $2 $4 run at the same time"},
    {R"(\b(?:time|how long is it|how much time is there) in which (?:both )?(gpu|process|stream) (\d+) and (?:gpu|process|stream) (\d+) (?:each |both )?have an? (kernel|copy) (?:running|executing)(?: on the gpu)?(?: simultaneously| at the same time)?)", "time in which $4s on $1 $2 and $4s on $1 $3 run at the same time"},
    {R"(^intersect the kernels? (?:activity )?of (gpu|device|process) (\d+) with (?:that|those) of (?:gpu|device|process) (\d+):.*$)", "time in which kernels on $1 $2 and kernels on $1 $3 run at the same time"},
    {R"(\bkernels on (process|pid)\b)", "kernels of $1"},
    // ---- points that are subtracted
    {R"(^(process|pid|gpu) (\d+): start-to-start time between (\S+(?: \([^)]*\))?) and (\S+(?: \([^)]*\))?)\s*$)", "time between the start of $3 of $1 $2 and the start of $4 of $1 $2"},
    {R"(^(?:(?:in |of |for )?(process|pid|gpu|device) (\d+)[:,] )(?:the )?start(?: time)? of (.+?) minus (?:the )?start(?: time)? of (.+?)\s*$)", "time between the start of $4 of $1 $2 and the start of $3 of $1 $2"},
    {R"(^(?:the )?start(?: time)? of (.+?) minus (?:the )?start(?: time)? of (.+?)\s*$)", "time between the start of $2 and the start of $1"},
    {R"(\bhow much later than on (gpu|device|process) (\d+) did the (first|last) (kernel|copy|operation) on (?:gpu|device|process) (\d+) (?:start|begin)\b)", "time between the start of the $3 $4 on $1 $2 and the start of the $3 $4 on $1 $5"},
    {R"(^(gpu|process) (\d+) starts its (first|last) (kernel|copy)(?: of the capture)? before (?:gpu|process) (\d+)(?: does)?; by how much.*$)", "time between the start of the $3 $4 on $1 $2 and the start of the $3 $4 on $1 $5"},
    {R"(\bstart-to-start time between the (1st|first) and (?:the )?(2nd|second) ([\w:]+(?: kernel| range| call)?))", "time between the start of the first $3 and the start of the second $3"},
    {R"(^after (\S+) first starts(?: on the gpu)?,? how long until it starts the (?:next|second) time\s*\?*$)", "time between the start of the first $1 and the start of the second $1"},
    // ---- intervals between starts
    {R"(\bstart-to-start (?:intervals?|times?|distances?) (?:of|between) (?:consecutive |successive )?([\w:]+(?: ranges?| kernels?| calls?)?)\b)", "interval between starts of $1"},
    {R"(\bbetween (?:consecutive|successive) starts of ([\w:]+(?: ranges?| kernels?| calls?)?)\b)", "interval between starts of $1"},
    {R"(\bfrom the start of an? ([\w:]+ (?:kernel|range|call)) to the start of the (?:next|following)(?: one)?\b)", "interval between starts of $1"},
    {R"(^how long (?:is|does) (?:one|an?) \w+(?: take)? on average(?: in (process \d+|pid \d+))?,? (?:measured |counted |taken )?(?:from )?(interval between starts of [\w:]+(?: ranges?| kernels?)?)\s*\?*$)", "average $2 of $1"},
    {R"(^(?:each|every|one) \w+ (?:begins|starts) with an? [\w:]+(?: range)?: how long is an? \w+ on average,? (?:from )?(interval between starts of [\w:]+).*$)", "average $1"},
    {R"(^(average interval between starts of .+?) of \s*$)", "$1"},
    {R"(^how long (?:was|is) the (?:slowest|longest) \w+ of ((?:process|pid) \d+),? from where (?:its|the) ([\w:]+) starts to where the (?:following|next) one starts\s*\?*$)", "longest interval between starts of $2 of $1"},
    // ---- quotients
    {R"(\b(?:the )?starts of (?:consecutive|successive) ([\w:]+(?: ranges?| kernels?)?)\b)", "starts of $1"},
    {R"(^how long does one \w+ take on average,? measured between starts of ([\w:]+(?: ranges?| kernels?)?)\s*\?*$)", "average interval between starts of $1"},
    {R"(^mean (?:iteration|step|frame) time,? measured between starts of ([\w:]+(?: ranges?| kernels?)?)\s*$)", "average interval between starts of $1"},
    {R"(^how far apart do (?:consecutive|successive) ([\w:]+)(?: nvtx)?(?: ranges?)? (?:begin|start),? on average\s*\?*$)", "average interval between starts of $1"},
    {R"(\bhow many times (?:longer|larger|bigger|more) (?:is|are|was) (?:the )?(.+?) than (?:the )?(.+?)\s*\?*$)", "$1 divided by $2"},
    {R"(\bhow many times as long as (?:the )?(\S+) is (?:the )?(\S+?),? comparing (?:their )?(average|total|summed|mean|median) durations\s*\?*$)", "$3 duration of $2 divided by $3 duration of $1"},
    {R"(\bby (?:what|which) factor (?:is|are) the (average|mean|median|total) (\S+) (?:slower|longer|larger|bigger) than the (?:average|mean|median|total) (\S+?)\s*\?*$)", "$1 duration of $2 divided by $1 duration of $3"},
    {R"(\bby (?:what|which) factor do (?:the )?(.+?) (?:outweigh|exceed|beat|top) (?:the )?(.+?),? (?:comparing|by|in) (?:their )?(?:summed|total) (?:durations?|times?)(?: on the gpu)?\s*\?*$)", "total duration of $1 divided by total duration of $2"},
    // ---- what is ranked or grouped first
    {R"(\bname the kernel ranked (?:number )?(?:two|second) by (?:summed|total) duration\b)", "which kernel has the second most total time"},
    {R"(^which (.+?) ranks (second|third) by (?:total|summed) (?:time|duration)\s*\?*$)", "which $1 has the $2 most total time"},
    {R"(^(?:name of )?the most frequent cuda (?:runtime|driver|runtime/driver) api function\s*\?*$|^name of the most frequent cuda (?:runtime/driver )?api function\s*\?*$)", "which CUDA call has the greatest number of calls"},
    {R"(^process id whose (.+?) add up to the most time\s*$)", "process with the most total duration of $1"},
    {R"(\bwhich kernel comes (first|last)(?: in the capture)?\b)", "name of the $1 kernel"},
    {R"(^by how much is (?:the )?(.+?) on (gpu|device|process) (\d+) (?:greater|larger|longer|more|higher) than on (?:gpu|device|process) (\d+)\s*\?*$)", "difference between $1 on $2 $3 and $1 on $2 $4"},
    {R"(^(\w+_\w+): its (?:part|share|fraction) of the summed kernel duration\b.*$)", "total duration of $1 as a share of total duration of kernels"},
    {R"(^(?:sort|rank|order) (?:the )?(.+?) by duration(?:, longest first)?: how long (?:is|did) the (second|third|fourth|fifth)(?: one)?(?: take)?\s*\?*$)", "duration of the $2 longest $1"},
    {R"(^(?:sort|rank|order) (?:the )?(.+?) by duration(?:, longest first)?: how long (?:is|did) the runner-up(?: take)?\s*\?*$)", "duration of the second longest $1"},
    {R"(^where does the gpu spend most of its kernel time: name the kernel[.?]?\s*$)", "which kernel takes the most time"},
    {R"(^where do the host threads spend most of their cuda api time: which (?:function|call)\s*\?*$)", "which CUDA call takes the most time in total"},
    {R"(^on which of the two gpus do (?:the )?(.+?) take longer(?: in total)?\s*\?*$)", "which GPU has the most total duration of $1"},
    {R"(^name the process(?: id)? whose (.+?) take the most (?:gpu )?time(?: in total)?[.?]?\s*$)", "which process has the most total duration of $1"},
    {R"(^(?:name of the function of the|the one) (?:slowest (?:individual |single )?)?cuda (?:api )?call(?: in the capture)?(?: that took the most time was a call of which (?:function|call))?\s*\?*$)", "name of the longest CUDA call"},
    {R"(^full label of the longest nvtx range (?:beginning|starting) with (.+?)\s*$)", "name of the longest NVTX range named $1"},
    {R"(^bottleneck stage: )", ""},
    {R"(\b(?:the )?id of the stream (?:on which|that) (?:the )?(kernels|copies|memsets)( (?:of|on) (?:gpu|device) \d+|) (?:run|ran|use|used)\b)", "which stream has the most $1$2"},
    {R"(\bstream id used by (?:gpu|device) (\d+)'s (kernels|copies|memsets)\b)", "which stream has the most $2 on GPU $1"},
    {R"(^if (?:i|you|we) (?:rank|sort|order) (?:the )?(.+?) by (?:their )?duration,? how long is (?:the )?(?:number )?(two|three|four|five|second|third|fourth|fifth)(?: one)?\s*\?*$)", "duration of the RANK_$2 longest $1"},
    {R"(\bRANK_(?:three|third)\b)", "third"},
    {R"(^(?:sort|order|take|list) (?:the )?(.+? (?:range|kernel|call|cop)(?:ie)?)s by (?:their )?start(?: time)?: how long is the (first|second|third|fourth|fifth|last)(?: one)?\s*\?*$)", "duration of the $2 $1"},
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
    {R"(\bhas the (?:lower|lowest) busy share\b)", "has the least busy share"},
    // ---- utilisation and its definition
    {R"(^((?:gpu|device) \d+): copy-busy time(?: \(union\))? divided by the span\b.*$)", "what share of the span of $1 is a copy running"},
    {R"(\b(?:the )?longest (?:time between two operations|idle gap) in which ((?:gpu|device) \d+) ran nothing\b)", "longest idle gap on $1"},
    {R"(^((?:gpu|device) \d+): the duration that (\d+) ?% of its kernels do not exceed\b.*$)", "p$2 of the duration of kernels on $1"},
    {R"(\boverlap of communication and compute kernels on ((?:gpu|device) \d+)(?: in time)?)", "overlap of communication with compute on $1"},
    {R"(\b(?:fraction|share|portion) of (?:gpu|device) (\d+)'s (?:active )?(?:window|span) in which an? (memcpy|copy|kernel)(?: is running| executes| runs)?)", "what share of the span of GPU $1 is a $2 running"},
    {R"(^kernel-only utili[sz]ation of ((?:gpu|device) \d+)\b.*$)", "what share of the span of $1 is a kernel running"},
    {R"(\bhow often is the (?:device|gpu) idle for (?:more than|over) ([\d.]+ ?\w+)(?: at a stretch)?(?: between operations)?)", "how many idle gaps longer than $1"},
    {R"(,? counting only times (?:NO_WORK|without any kernel, copy or memset)\b)", ""},
    {R"(^how much of the summed kernel duration(?: \([^)]*\))? does (\S+) account for\b.*$)", "total duration of $1 as a share of total duration of kernels"},
    {R"(^(\w+_\w+) as (?:a )?(?:fraction|share|percentage) of the total kernel time\b.*$)", "total duration of $1 as a share of total duration of kernels"},
    {R"(^(.*\butili[sz]ation) = .*$)", "$1"},
    {R"(^from the first (?:thing|operation) ((?:gpu|device) \d+) did to the last(?: one)?,? what (?:percentage|share|fraction|part) of the time was it(?: actually)? (busy|idle)\s*\?*$)", "$2 share of $1"},
    {R"(\bhow much of the communication on ((?:gpu|device) \d+) is (?:hidden|overlapped|covered) (?:behind|by|with) compute\b.*$)", "overlap of communication with compute on $1"},
    {R"(^((?:gpu|device) \d+) kernel(?:-only)? busy share of (?:the )?(?:device |gpu )?span\s*$)", "what share of the span of $1 is a kernel running"},
    {R"(^for how much time did (?:at least one|an?) operation,?.*\brun on the gpu\s*\?*$)", "busy time of the GPU"},
    {R"(\blongest (?:time|period|interval)\b.*\bin which neither process had anything running on the gpu\b)", "longest idle gap"},
    {R"(^looking at the shared gpu as a whole, )", ""},
    {R"(^for how long did the gpu (?:sit with nothing to do|is idle|idle|sit idle) in its (?:single )?(?:worst|longest|biggest) gap\b.*$)", "how long is the longest idle gap"},
    // ---- launches
    {R"(\b(?:had to |have to )?(?:wait|waited|queue time|queued|sit|sat|spent|spend)(?: in (?:the |its )?queue)?(?: time)? for (?:over|more than|longer than) (?:a |one )?(\d[\d.]* ?(?:ms|us|s)|millisecond|microsecond)\b(?:,? (?:measured )?from the end of .*)?)", "with more than 1 $1 queue time"},
    {R"(\b(?:that )?start more than ([\d.]+ ?(?:ms|us|s)) after their launch call returned\b(?:: count)?)", "with more than $1 queue time"},
    {R"(\bwhose start lies more than ([\d.]+ ?(?:ms|us|s)) after the end of the (?:api )?call that launched them\b)", "with more than $1 queue time"},
    {R"(\b(\d+(?:st|nd|rd|th)|first|second|third|last) launch of ([\w:]+)(?: in time)?)", "$1 $2"},
    {R"(\bhow long on average from (?:the )?launch(?: call)? start until (?:the )?kernel start\b)", "average launch latency"},
    {R"(\b(?:that )?can not be joined to an? api launch\b(?: of their process)?)", "whose launch was not recorded"},
    {R"(\bhow long after (?:its|their|the) launch(?: api)? call begins does (?:an? |the )?(?:kernel )?(.+?) (?:begin|start)(?: to execute| to run)?\b)", "launch latency of $1"},
    {R"(\blaunch latency of on (gpu|device) (\d+))", "launch latency of kernels on $1 $2"},
    {R"(\bwhose launch(?: api)?(?: call)? is not in (?:the|this) (?:capture|trace|profile)\b)", "whose launch was not recorded"},
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
