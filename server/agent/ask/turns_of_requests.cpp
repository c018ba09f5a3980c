// How a question begins and ends where it is written as a task, and what a task says by rote.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kRequests[] = {
    // ---- what is left of a span
    {R"(\bone minus the (?:ratio|fraction|share|quotient) of (?:the )?(?:gpu )?busy time (?:to|of|over|in) the span(?: of)?(?: from| between| the first| the last| first| last| to| and| operation| gpu)*(?: on)? ((?:gpu|device) \d+))", "idle share of $1"},
    {R"(\b(?:the )?span (?:from|between) the first (?:to|and) the last (?:gpu )?operation (?:on|of) ((?:gpu|device) \d+) (?:minus|less|without) (?:the )?(?:time (?:in|during) which .+? is (?:executing|running|doing) (?:something|anything)|busy time|time it is busy|unions? of .+)\s*[.?]*$)", "idle time of $1"},
    {R"(^(?:evaluate,? |compute,? |determine,? )?for ((?:gpu|device) \d+), (?:the )?span from the first to the last (?:gpu )?operation (?:minus|less|without) (?:the )?(?:busy time|unions? of .+|GPU operations.*)\s*[.?]*$)", "idle time of $1"},
    // ---- the verb of a task
    {R"(^(?:please |kindly |now )?(?:obtain|provide|indicate|evaluate|express|return|derive|establish|assess|ascertain|quantify|specify|supply|retrieve|fetch|extract|estimate|enumerate|present|output|compute|calculate|determine|find|give|report|state|measure|identify|deliver|look up|work out|figure out|tell me|show|list out|produce) (?=(?:the|for|how|which|what|its|all|any|by|on|in|over|a|an|every|those|one|total|number|idle|busy)\b))", ""},
    // ---- words for words
    {R"(\bwhose (?:executions?|runs?|calls?|instances?|launches) (?:have|has) (?=the |a ))", "with "},
    {R"(\b(\w+_) generated kernels\b)", "kernels named \"$1\""},
    {R"(\bfrom the kernels named\b)", "from kernels named"},
    {R"(\btypical \((?:mean|average)\))", "average"},
    {R"(\b(?:mean|average) number of bytes (?:per|of an?|of each|in an?) ((?:host-to-device |device-to-host |device-to-device |h2d |d2h |d2d )?)(?:memory[- ])?(?:copy|memcpy|transfer)\b)", "average bytes of $1copies"},
    {R"(\bwith (?:a |the )?(?:short )?names? (?:starts?|begins?|starting|beginning) with (["'`]?)([\w:]+)\1)", "named \"$2\""},
    {R"(\bwhose (?:short |full )?names? (?:starts?|begins?|starting|beginning) with (["'`]?)([\w:]+)\1)", "named \"$2\""},
    {R"(\bmemory[- ]cop(y|ies)\b)", "memcop$1"},
    {R"(\bmemcopy\b)", "memcpy"},
    {R"(\bmemcopies\b)", "memcpys"},
    {R"(\barithmetic (?=mean|average))", ""},
    {R"(\bnearest[- ]rank,? )", ""},
    {R"(\baren't\b)", "are not"},
    {R"(\bcan't|\bcannot\b)", "can not"},
    {R"(\b(?:having|possessing|exhibiting|showing) (?=(?:the|a) ))", "with "},
    {R"(\b(\d+(?:\.\d+)?) (?:percent|per cent)\b)", "$1%"},
    {R"(\b(?:ninety)(?: percent|[- ]?%))", "90%"},
    {R"(\bninety[- ]five(?: percent|[- ]?%))", "95%"},
    {R"(\bninety[- ]nine(?: percent|[- ]?%))", "99%"},
    {R"(\bhalf (?:of )?(?:all )?(?:the )?(?=\w[^?]*\b(?:finish|take|last|complete|run|end|are done|fit|stay)\w*\b[^?]*\b(?:within|in|under|below|less than)\b[^?]*\b(?:how|what|which)\b))", "50% of "},
    {R"(\bgpu devices\b)", "GPUs"},
    {R"(\b(?:operating[- ]system|os)(?: runtime)?(?: library)? (?:functions?|routines?)\b)", "OS call"},
    {R"(\bcuda api (?:functions?|routines?)\b)", "CUDA call"},
    {R"(\bkernel functions?\b)", "kernel"},
    {R"(\b(?:kicks?|kicked|kicking) off\b)", "start"},
    {R"(\bkernels start (?=(?:from |in |by )?(?:within|inside)\b))", "kernels launched "},
    {R"(\bfrom (?=within|inside)\b)", ""},
    {R"(\b(?:instant(?:aneous)?|point) events?\b)", "NVTX marks"},
    {R"(\bnvtx nvtx\b)", "NVTX"},
    {R"(\bnvtx (?:op|operation|event)(s?)\b)", "NVTX range$1"},
    {R"(\bwith (?:the |an? )?(?:message|text|label|caption|title) (["'`]?)([\w:.-]+)\1)", "named \"$2\""},
    {R"(\bkernel (one|1)\b)", "kernel number 1"},
    {R"(\bkernel (two|2)\b)", "kernel number 2"},
    {R"(\bkernel (three|3)\b)", "kernel number 3"},
    {R"(\b(range|kernel|call|copy|memset) (?:that|which) is (?:number |no\. ?|#)(\d+))", "$1 number $2"},
    {R"(^(?=.*\b(?:busy|idle|utili[sz]\w*|active)\b)(.*?),? \(?(?:incl(?:uding|\.|)?|with|counting) (?:the )?(?:copies|memcpys|transfers) and memsets\)?)", "$1"},
    {R"(\bnvtx ([\w:.-]+) (marks|markers)\b)", "NVTX marks named \"$1\""},
    {R"(^counting by start(?: time| timestamp)?, )", ""},
    {R"(^(.+?), (?:number|count)(?: of (?:them|those))?\s*\?*$)", "number of $1"},
    {R"(^(cuda (?:api )?calls|api calls) (with (?:a )?non-?zero return (?:codes?|values?))\s*\?*$)", "number of $1 $2"},
    // ---- in which order
    {R"(,? (?:when )?(?:taken |counted |sorted |ordered |going |ranked )?(?:in|by) (?:chronological|temporal|time|timeline) (?:order|sequence)(?: of (?:their |its )?start(?:ing)?(?: times?)?)?\b)", ""},
    {R"(,? in order of time\b)", ""},
    {R"(\bchronologically (?=first|last|second|third|earliest|latest))", ""},
    {R"(,? chronologically\b)", ""},
    // ---- what is not to be told apart, or counted twice
    {R"(,? \(?(?:ignoring|disregarding|regardless of|leaving out|omitting|dropping|stripping|without|not counting|leave out|ignore|disregard) (?:the |its |their |any |all )?(?:op[_ ]?ids?|seq(?:uence)?|ids?|numeric|numerical|numbers?)(?: and (?:op[_ ]?ids?|seq))?(?: suffix(?:es)?| numbers?| parts?| values?| fields?| tails?)?\)?)", ""},
    {R"(,? \(?(?:the |its )?(?:op[_ ]?ids?|suffix(?:es)?) (?:may|can|should|need not|could) (?:be )?(?:omitted|dropped|left out|ignored|stripped|matter)\)?)", ""},
    {R"(,? \(?(?:no matter|irrespective of|regardless of|independent(?:ly)? of|whatever|never mind)(?: (?:which|what|the|whose))? (?:gpu|device|process|rank|thread|stream|pid)s?(?: (?:it|they|made it|ran it|issued it|it ran on|it was on|they ran on|did it|made|ran|issued|called it|is|was|are|were|on|from|came))*\)?)", ""},
    {R"(,? \(?(?:with |any |all )?(?:overlaps?|overlapping(?: time| parts?| intervals?)?|concurrency|parallel (?:work|time)) (?:is |are |being )?(?:only )?(?:counted|count|counting) (?:only )?once\)?)", ""},
    {R"(,? \(?(?:counting|with) overlaps? (?:only )?once\)?)", ""},
    {R"(,? \(?each (?:one|invocation|call|event|kernel|copy|range|of them|operation)?(?: is| being)? ?counted (?:only |exactly )?once\)?)", ""},
    {R"(,? \(?(?:just|only) the (?:\w+ )?(?:name|number|count|id|pid|figure|value)(?:,? please)?\)?(?=\s*[?.]|\s*$))", ""},
    {R"(\?\s*(?:just|only) (?:the|its|a) (?:\w+ )?(?:name|number|count|id|pid|figure|value)(?:,? please)?\s*[.?]*$)", "?"},
    {R"(,? (?:once|when|if|after) (?:you|we|i|one) (?:add|sum|total|count)(?:s)? (?:up )?(?:everything|all of it|it all|them all|all of them|them|all the calls|all calls|all executions)(?: up| together)?\b)", " in total"},
    {R"(\b(?:added|summed|adding|summing|pooled|totalled|accumulated|aggregated) (?:up )?(?:over|across|for) (?:its|all(?: of)?(?: its)?|both|the two|every) (?:threads?|process(?:es)?|ranks?|gpus?|devices?|streams?|calls?)(?: together)?,? ?)", ""},
    {R"(,? (?:both|all|the two) (?:processes|ranks|gpus|devices|threads|streams) (?:pooled|combined|together|included|counted|taken together|alike|added up|summed)\b)", ""},
    {R"(,? (?:taking|with|counting|adding) (?:both|all|the two) (?:processes|ranks|gpus|devices|threads|streams)(?: together| combined)?\b)", ""},
    {R"(,? \(?(?:emitted |made |issued |recorded |done )?(?:over|across|by|in|from|of|on|for) (?:all|both|any|either)(?: of)? the (?:processes|ranks|gpus|devices|threads)\)?)", ""},
    {R"(,? \((?:(?:whole|entire|full) (?:run|capture|profile|trace)|(?:both|all) (?:ranks|processes|gpus|devices)|[,; ]|and)+\))", ""},
    {R"(\bby (?:any|all|the) threads? of (?=process|pid|rank))", "of "},
    {R"(\bon (?:the|its) (?:launching|calling|same|issuing|submitting) threads? of (?=process|pid|rank))", "of "},
    {R"(,? on (?:the|its) (?:launching|calling|same|issuing|submitting) thread\b)", ""},
    {R"(\b(?:on|from) the (?:cpu|host)(?:'s)? side of (?=pid|process|rank))", "of "},
    {R"(,? (?:on|from) the (?:cpu|host)(?:'s)? side\b)", ""},
    {R"(\bin one go\b)", "at once"},
    {R"( at once (?=of (?:pid|process|rank)))", " "},
    // ---- where a fact of the machine stands
    {R"(,? \(?(?:as )?(?:recorded|listed|given|stated|reported|stored|enumerated|shown|named) (?:in|by|under|for) (?:the |its |this )?(?:(?:device|gpu|target|hardware|system|profile|profile's|box|machine|node|server|host) ?)+(?:information|info|data|details|table|description|properties)?\)?(?=[\s?.,]|$))", ""},
    {R"(,? \(?(?:device|gpu|hardware)(?:'s)? (?:specifications?|specs?|datasheet|property|properties|information|info)\)?(?=\s*[?.]|\s*$))", ""},
    {R"(\b(how many|number of|count of) (GPUs|devices) (?:does |do |did )?(?:the )?(?:target|device|hardware|system|gpu)(?: information| info| data)?(?: of the (?:profile|capture|machine))? (?:list|enumerate|name|hold|have|give|mention|contain|report|know)s?\b)", "$1 GPUs of the machine"},
    // ---- as it would be written in a table
    {R"(\b(?:given|expressed|stated|reported) as (?:a|an) (?:fraction|share|percentage|ratio)\b)", ""},
    {R"(,? \(?(?:i\.?e\.?,? |that is,? |as |, )?(?:total |the total )?bytes (?:copied |moved |transferred )?(?:over|per unit of|divided by|per|/) (?:the |their |its )?(?:summed |total |time spent |copy |copying |transfer |of )*(?:time|duration|durations|copying|copy time|copy duration)(?: of (?:those|these|the) (?:copies|transfers|memcpys))?\)?(?=\s*[?.,]|\s*$))", ""},
    {R"(\b(?:effective|aggregate|aggregated|overall|achieved|attained|actual|observed|resulting) (?=(?:[\w-]+ ){0,3}(?:transfer rate|throughput|bandwidth|speed)\b))", ""},
    {R"(\btransfer rate\b)", "bandwidth"},
    // ---- the verbs of a task
    {R"(^(?:please )?(?:divide|take|compute the quotient of|compute the ratio of|form the ratio of|relate) (.+?) (?:by|to|over) (?=the |that |its |all |total |summed |gpu )(.+?)[.?]?\s*$)", "$1 divided by $2"},
    {R"(^(?:please )?(?:express|write|give|state|report) (.+?) (?:relative to|as a (?:fraction|share|percentage|ratio|part|portion|multiple) of) (.+?)[.?]?\s*$)", "$1 as a share of $2"},
    {R"(^(?:please )?sum (?:up )?(?:the )?(?:durations?|execution times?|times?|lengths?) of (?:those |the |all (?:the )?)?)", "total duration of "},
    {R"(^(?:the )?[\w ]+,? among (?:the )?((?:nvtx )?(?:ranges|calls|kernels)(?: named \S+)?),? with the )", "name of the $1 with the "},
    {R"(^among (?:the |all (?:the )?)?(.+?),? (?:name|which|identify|find|give|report|determine|state|tell me) (?:is )?(?:the )?(?:one |single )?(?:with|that has|having|has) (?:the )?(?:greatest|longest|largest|highest|maximum|most)(?: single| individual| host| wall)? (?:duration|time)\b)", "name of the longest $1"},
    {R"(\bamong the (?:ranges|nvtx ranges) named\b)", "among NVTX ranges named"},
    {R"(\b(function|name|range|kernel|call|copy|CUDA call|OS call)s? (?:with|that has|has) the (?:greatest|longest|largest|highest|maximum) (?:individual|single|single[- ]instance|single[- ]call|per[- ]call|one[- ]off)(?: call| host| execution| run)? (?:duration|time)\b)", "longest $1"},
    {R"(\b(?:greatest|largest|longest|highest|maximum) (?:individual|single|single[- ]instance) (?=duration|time))", "maximum "},
    {R"(\bin (?:decreasing|descending) order of duration\b)", "by duration"},
    {R"(^(?:sort|order|rank) (?:the |all (?:the )?)?(.+?) by duration(?: in (?:descending|decreasing) order| from longest to shortest|,? longest first)? and (?:report|give|return|state|take|name) (?:the )?(?:duration of )?(?:the )?(second|third|fourth|fifth|\d+(?:st|nd|rd|th))(?: entry| one| item| row)?)", "duration of the $2 longest $1"},
    {R"(\b(kernels?|copy|copies|calls?|ranges?) (?:that is |which is )?ranked (second|third|fourth|fifth|\d+(?:st|nd|rd|th))(?: place)?,?(?: (?:when|if|once)(?: \w+){0,3} (?:\w+ )?(?:are|is)(?: ordered| sorted| ranked)?)?(?: in)?(?: by)? (?:decreasing |descending )?(?:by )?duration\b)", "$2 longest $1"},
    {R"(^after the (?:slowest|longest) (kernel|copy|call|range)(.*?),? (?:which|what)(?: one| \w+)? (?:comes|is|follows) (?:next|second)(?:,)? (?:by|in) (?:duration|length)\b)", "second longest $1$2"},
    {R"(\b(?:leaving out|apart from|besides|not counting|except for) the (?:worst|slowest|longest|top)(?: one)?, (?:how long is |what is )?the (?:next|second) (?:slowest|longest|worst) )", "duration of the second longest "},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_requests() { return kRequests; }

}  // namespace nsys_ai::inline agent
