// Turns of phrase of two points in time, of what follows what, and of what is said of a thing that was named
// before.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kPoints[] = {
    // ---- the queue of a stream
    {R"(\b(?:from|between) (?:(?:the|its|their|a kernel's) )?(?:(?:end|return) of (?:the |its )?(?:launch|launching)(?: api)?(?: call)?|(?:launch|launching)(?: api)?(?: call)? (?:returning|returns|ending|ends|end|return|having returned)) (?:and|to|until) (?:the )?(?:kernel )?(?:it |its |their |the kernel's )?(?:actually |really )?(?:start(?:ing|s)?|begin(?:ning|s)?|execution|running)(?: of the kernel| of its kernel| of execution| on the gpu)?)", "QUEUE_TIME"},
    {R"(\b(?:how long|how much time) (?:did|does|do) (?:a |the |any )?kernels? (?:wait|sit|spend|hang|queue)(?: around| there| waiting)? QUEUE_TIME)", "queue time"},
    {R"(,? (?:measured |counted |that is |i\.e\. )?QUEUE_TIME)", ""},
    {R"(^(?:in the )?(?:worst|longest|slowest) case(?: on ((?:gpu|device) \d+))?\s*[:,]\s*(?:how long is )?(queue time|launch latency)\s*\?*$)", "longest $2 of kernels on $1"},
    {R"(\b(?:spend|spends|spent|sat|sits|sit|wait|waits|waited)(?: waiting)? in (?:the |its )?queue(?: after (?:its|the|their) launch(?: call)? (?:returned|returns|ended|ends))?)", "queue time"},
    {R"(\b(longest|median|average|mean|shortest) (?:time|wait)(?: (?:that )?(?:a|any|of a|of any|of)) ((?:gpu ?\d+|device \d+) )?kernels?(?: queue time)\b)", "$1 queue time of kernels on $2"},
    {R"(\b(longest|median|average|mean|shortest) wait of (?:a|any) kernel\s*\?*$)", "$1 queue time of kernels"},
    {R"(\b(?:latency|delay|time),? (?:from )?(?:cu(?:da)?\w*Launch\w*|launch)(?: call)? start (?:->|to|until) kernel start\b)", "launch latency"},
    // ---- a place or a thing, then what is asked of it
    {R"(^(?:looking at|for|on|in|take|consider|as for|regarding|concerning)? ?(?:the )?((?:gpu|device|stream|process|pid|rank) \d+)(?: from (?:its )?first to (?:its )?last (?:gpu )?(?:operation|op))?\s*[:,;-]\s*(what (?:share|percentage|percent|fraction|part|%)) of (?:that|this|its|the) (?:time|span) (?:is|are|does|do|has|have) (.+)$)", "$2 of the span of $1 is $3"},
    {R"(^(?![^?:;]*(?:kernel|cop(?:y|ies)\b|memcp|memset|nccl|range|call|gap|gemm|attention|communicat|collective|[hd]2[hd]|launch|nvtx|sync|fft|norm|softmax|reduc|element|graph|iteration|step|layer|_|::|cuda[A-Z]|MPI))(?:[^?:;0-9]*? )?((?:gpu|device|stream|process|pid|rank) \d+)\b(?![^?:;]*\b(?:only|longer|shorter|than|over|under|except|excluding|without|after|before|within|during|first|last|divided|minus|worst|best|longest|slowest|fastest|shortest|most|least|average|mean|median|total|maximum|minimum|max|min|share|percent|ratio|second|third)\b)[^?:;0-9]*[:;] +((?:how|what|which|when)\b(?!.*\b(?:gpu|device|stream|process|pid|rank) \d)[^?]*?)\s*\?*$)", "$2 of $1"},
    {R"(^(?:the )?(?:very )?(first|second|third|last|longest|slowest|shortest|fastest) ([\w:]+(?: (?:kernel|range|call|copy|memset))?)\b(?: (?:seems|looks|appears|is|was|must|probably|has|had)[^?0-9]*?)?\s*[-,:;–]+ how long (?:did|does|was|is) (?:it|that one|that)(?: take| run| last)?\s*\?*$)", "how long is the $1 $2"},
    // ---- from one to the next of its kind
    {R"(\b(?:the )?(?:periods?|intervals?|times|spacings?|distances?) between the (?:start(?:ing)? times|starts) of (?:consecutive|successive|neighbou?ring) ([\w:]+(?: kernels?| ranges?| calls?)?)\b)", "interval between starts of $1"},
    {R"(\b(?:periods?|intervals?|time|spacing|distance) between (?!the\b|of\b)([\w:]+(?: kernels?| ranges?| calls?)?) starts?\b)", "interval between starts of $1"},
    {R"(\bfrom (?:each|one|an?) (([\w:]+)(?: range| kernel)?) start(?:ing|s)? to the (?:next|following)(?: \2)?(?: range| kernel)?(?: start(?:ing|s)?)?\b)", "interval between starts of $1"},
    {R"(^how long is (?:one|an?) \w+ on average if (?:i|we|you) (?:measure|count|take) (?:it )?(interval between starts of [\w:]+))", "average $1"},
    {R"(^(?:taking|using|with) (?:consecutive |successive )?starts of (?:the )?(?:nvtx range |range |kernel )?([\w:]+)(?: range| kernel)? as (?:\w+ )?boundaries,? what is the (?:mean|average) \w+ (?:length|time|duration)\s*\?*$)", "average interval between starts of $1"},
    {R"(\b(?:from )?(?:the )?start of (?:one|an?|each|every) ([\w:]+(?: range| kernel| call)?)(?: (?:launch|execution)s?)? to the start of the (?:next|following)(?: one| \1)?\b)", "interval between starts of $1"},
    {R"(\b(?:period|time|interval|distance|spacing) (?:that passes |passing )?(?:from|between) (?:one|an?|each|every) ([\w:]+)(?: (?:range|kernel|call|launch|execution|run)s?)?(?: on the gpu)? (?:to|and|until) the next(?: one)?(?:,? (?:from )?start to start)?\b)", "interval between starts of $1"},
    {R"(\bhow (?:much|long) (?:time )?(?:passes|elapses|goes by|is it|lies)(,? on average,?)? (?:from |between )?(interval between starts of [\w:]+))", "average $2"},
    {R"(\b(?:mean|average) (?:difference|distance|time|spacing|interval) between the (?:start(?:ing)? times?|starts|beginnings) of (?:successive|consecutive|neighbou?ring|adjacent) (?:executions?|runs?|occurrences?|instances?|calls?|launches) of (?:the )?([\w:]+)\b)", "average interval between starts of $1"},
    {R"(^(?:there is )?(?:one|an?) ([\w:]+)(?: range| kernel| call)? per \w+\s*[:,;-]+\s*(?:on average,? )?how far apart (?:do|are) (?:consecutive|successive)(?: ones)?(?: start| begin)?(?:,? on average)?\s*\?*$)", "average interval between starts of $1"},
    {R"(^(?:the |this |each )?\w+ (?:repeats|recurs|loops|comes again)\s*[:,;-]+\s*)", ""},
    {R"(\b(?:the )?start of (?:one|an?|each) ([\w:]+(?: range| kernel| call)?) and the start of the next(?: one)?\b)", "starts of $1"},
    {R"(^on average,? interval between)", "average interval between"},
    // ---- start against start
    {R"(\bhow (?:far|long) apart (?:do|did|are|were) (?:the )?(?:two|both) (gpus|devices) (?:start|begin) (?:their|the) (?:very )?(first|last) (.+?)\s*\?*$)", "time between the start of the $2 $3 on GPU 0 and the start of the $2 $3 on GPU 1"},
    {R"(^(?:start|starting|begin)[- ](?:skew|difference|gap|offset)(?: of| between)? (?:the )?(first|last|second|third|\d+(?:st|nd|rd|th)) (.+?),? (?:on |of |between )?(?:gpu|device) (\d+) (?:vs\.?|and|versus|to|/) (?:(?:gpu|device) )?(\d+)\s*\?*$)", "time between the start of the $1 $2 on GPU $3 and the start of the $1 $2 on GPU $4"},
    {R"(\b(?:absolute )?(?:difference|gap|offset|distance|skew) (?:between|of|in) the start(?:ing)?(?: times?| timestamps?|s)? of (?:the )?(?:earliest|first) (.+?) and (?:of )?(?:the )?(?:earliest|first) (.+?)\s*[.?]*$)", "time between the start of the first $1 and the start of the first $2"},
    // ---- from the one to the other
    {R"(\b(start|end) of the first (.+?) (and|to) (?:the )?(start|end) of the (second|next|third)(?: one)?(?=\s*[?.]|\s*$))", "$1 of the first $2 $3 the $4 of the $5 $2"},
    {R"(^how long after the end of the last (gpu operation|operation|kernel|copy) was (\w+) called for the first time\s*\?*$)", "how long is it from the end of the last $1 to the start of the first $2"},
    {R"(\bhow long after the start of (?:its|their|the) launch(?: api)? call does (?:a|the|each) kernel (?:start|begin)\b)", "launch latency of kernels"},
    {R"(\bbetween the first (kernel|copy|call|range|memset) and the second one\b)", "between the first $1 and the second $1"},
    {R"(^(?:idle )?(?:us|ms|time|delay|gap|wait|pause|idle) (?:between|from) (?:the )?(last|first) (.+?) end (?:and|to) (?:the )?((?:first |last )?(?:\S+ )?kernel) start\s*\?*$)", "time from the end of the $1 $2 to the start of the $3"},
    {R"(\b(?:interval|time|pause|gap|delay|period) separating the (?:completion|end|finish|termination) of (.+?) (?:from|and) the (?:start|beginning|begin|launch) of (.+?)\s*[.?]*$)", "time from the end of $1 to the start of $2"},
    {R"(\b(?:pause|gap|delay|break|wait) from the (end|start) of (.+?) (?:to|until|till) the (?:beginning|start) of (.+?)\s*[.?]*$)", "time from the $1 of $2 to the start of $3"},
    {R"(^how long is (?:the )?(?:gpu|device)(?:'s)? (time from the (?:end|start) of .+)$)", "$1"},
    {R"(\bhow (?:much time|long) (?:passes|elapses|is it|goes by|does it take)? ?(?:after|from when|from|once|since) (?:the )?(first|second|third|last) (.+?) (?:finishes|ends|is done|completes|has finished|is over) (?:until|till|before|to) the (first|second|third|last|next)(?: one)? (?:begins|starts)\b)", "time from the end of the $1 $2 to the start of the $3 $2"},
    {R"(^(?:wait|gap|delay|pause|time|idle|lag)(?: time)? (?:between|from) (?:the )?(last|first|second) (.+?) (?:and|to|until) (?:the )?(first |last |second )?(kernel|copy|memset) (?:start|begin)s?\s*\?*$)", "time from the end of the $1 $2 to the start of the $3$4"},
    {R"(^(?:time|delay|how long)(?: from| between)? (?:the )?(first|last) (cuda api call|cuda call|api call|copy|memcpy|kernel|range|nvtx range) (?:to|until|till|and|->) (?:the )?(first|last) (kernel|copy|memcpy|range|call)\s*\?*$)", "time from the start of the $1 $2 to the start of the $3 $4"},
    {R"(^from the start of the (first|last) (.+?)(?: recorded| made)?,? how long (?:till|until|before|to|is it until|does it take until) (?:the )?(first |last |second )?(kernel|copy|memset) (?:actually |really )?(?:starts|begins|runs|executes)(?: on the gpu)?\s*\?*$)", "time from the start of the $1 $2 to the start of the $3$4"},
    {R"(\bthe (last|first) upload(?: to the gpu)?\b)", "the $1 H2D copy"},
    // ---- launches and queues
    {R"(\b(?:delay|time|how long(?: is it)?|latency|interval) (?:between|from) the start of the (?:launching (?:api )?call|cu(?:da)?Launch\w+ call|launch call) (?:and|to|until) (?:the start of )?(?:the )?(?:kernel )?([\w:]+)(?: begins| starts)?(?: on the gpu)?\s*[.?]*$)", "launch latency of $1"},
    {R"(\b(?:kernels|kernel executions) (?:that )?shar(?:e|ing) (?:the )?(?:process and )?correlation id(?: and process)? with (?:the )?cudaGraphLaunch(?: call)?\b)", "kernels launched by a CUDA graph"},
    {R"(\bwhose launch(?:ing)?(?: api)?(?: calls?)? (?:lies?|is|are|falls?|sits?|was|were|happens?|occurs?|was issued|were issued|starts?|was made|were made) (?:made |issued )?(?:within|inside|in|under|during) (?:an? |the |one of the )?(?:nvtx )?(?:range )?([\w:`"'.]+)(?: nvtx)?(?: ranges?)?)", "launched inside range $1"},
    {R"(^(?:while|when) (?:the )?(?:cpu|host|thread|program|process) is (?:in|inside) (?:the )?([\w:`"'.]+)(?: nvtx)?(?: range)?,? how many (.+?) does it (?:make|call|issue|launch|do)\s*\?*$)", "how many $2 inside range $1"},
    {R"(\b(calls|kernels) that (?:start and end|begin and end|start|lie|fall|are made|occur) (?:within|inside|in) (?:the |an? )?(?:nvtx )?(?:range )?([\w:`"'.]+)(?: nvtx)?(?: ranges?)?)", "$1 inside range $2"},
    // ---- who is next
    {R"(\b(?:what|which kernel) (?:ran|runs|executed|started|executes|starts)(?: on ((?:gpu|device) \d+))? (?:straight|right|immediately|directly|just) after (?:its |the )(slowest|longest|first|last|shortest|\w+est) ([\w:]+(?: kernel)?)\b(?!.* on )[^?]*(?:\?.*)?$)", "which kernel ran right after the $2 $3 on $1"},
    {R"(^(?:identify |name |find |give |which is )?(?:the )?last kernel(?: on ((?:gpu|device) \d+))? (?:preceding|before|prior to) the start of the (.+?)\s*[.?]*$)", "which kernel ran right before the $2"},
    {R"(^which kernel ran right (after|before) the (.+) on $)", "which kernel ran right $1 the $2"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_points() { return kPoints; }

}  // namespace nsys_ai::inline agent
