// Sentences that ask in a way of their own for what plain words ask for.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kWordings[] = {
    // ---- how it is asked
    {R"(\bperiod of (?:the )?([\w:]+)(?: range| kernel)?)", "interval between starts of $1"},
    {R"(\bhow much (?:does|do|did) (?:the )?(.+?)(?: duration)? vary(?: \(?(?:std|std dev|standard deviation)\)?)?\s*\??$)", "standard deviation of $1"},
    {R"(\bthe (average|mean|median)(?: duration)? of the (ten|five|three|twenty|\d+) (longest|slowest|shortest|largest)\b)", "$1 duration of the $2 $3"},
    {R"(^(mean|average) of the (ten|five|three|twenty|\d+) (longest|slowest|shortest)\b)", "$1 duration of the $2 $3"},
    {R"(^(?:the )?(\d+|ten|five) (longest|slowest|shortest) (kernels|copies|calls|ranges) take how long on average\s*\??$)", "average duration of the $1 $2 $3"},
    {R"(\bten (longest|slowest|shortest|largest)\b)", "10 $1"},
    {R"(\bfive (longest|slowest|shortest|largest)\b)", "5 $1"},
    {R"(\bthree (longest|slowest|shortest|largest)\b)", "3 $1"},
    {R"(\b(?:waits?|waited|waiting|blocked|blocks|stalls|stalled|hangs|hung) (longest|the longest|the most|most) in ((?:cuda[A-Z]|cu[A-Z]|MPI_)\w+)(?:,? in total)?)", "has the most total time in $2"},
    {R"(\bpid (?:spending|that spends|with) (?:the )?(?:longest|most time) in\b)", "process with the most total time of"},
    {R"(\b(gpu|device|process|pid|stream) (?:with|having|that has) the slower (.+?)(?: on average)?\s*\??$)", "which $1 has the most average duration of $2"},
    {R"(\b(gpu|device) (?:with|having|that has) the (?:best|fastest|faster|higher|highest) (.+? (?:speed|bandwidth|throughput))\b)", "which $1 has the highest $2"},
    {R"(\b(?:gpu|device) has the faster (host-to-device|device-to-host|h2d|d2h) copies\b)", "gpu has the highest $1 bandwidth"},
    {R"(\bhow (?:many|often) (?:is|are|was|were) (.+?) called\b)", "how many $1 calls"},
    {R"(\b(?:length|duration) of the (?:recording|session|profiling session|profile)\b)", "duration of the capture"},
    {R"(\bsample count\b)", "number of CPU samples"},
    {R"(\b(number|count) of nvtx mark(?:er)?s? events\b)", "$1 of NVTX marks"},
    {R"(\bwhat (?:do|does) (.+?) look like\b)", "what is $1"},
    {R"(\bhow (?:bad|slow|terrible|long) (?:is|was|are|were) the (?:very )?(worst|slowest|longest) )", "how long is the longest "},
    {R"(\b(?:worst|slowest|longest) single\b)", "longest"},
    {R"(\bhow (?:jittery|noisy|unstable|stable|variable|spread out|scattered) (?:is|are|was|were) (.+?)(?: \(standard deviation\)|,? (?:as|in terms of) (?:a |the )?standard deviation)\s*\??$)", "standard deviation of $1"},
    {R"(\bhow much (?:does|do|did) (.+?) (?:scatter|vary|jitter|fluctuate)s?(?:\s*[-,:–(]\s*(?:what is|as|i\.e\.?,?|in)? ?(?:the )?standard deviation(?: over all(?: of them)?)?\)?)\s*\??$)", "standard deviation of $1"},
    {R"(\bthe (?:greater|larger|bigger|higher) (?=total|summed|sum|number|count|average|mean|kernel|busy|idle|amount|share|copy|time))", "the most "},
    {R"(\b(?:with|has) the (?:smaller|lower|lesser) (?=total|summed|sum|number|count|average|mean|kernel|busy|idle|amount|share|copy|time))", "with the least "},
    {R"(\b(?:burns?|eats?|wastes?|loses?|devotes?) more\b)", "has more"},
    {R"(\bat least one (?=kernel|memcpy|copy|memset|gpu|operation))", "a "},
    {R"(\b(?:of|for|over|across) (?:every|each) (?:single )?(kernel|copy|call|range|memset|operation)\b)", "of all $1s"},
    {R"(\bcopys\b)", "copies"},
    {R"(\bevery single (\w+)\b)", "all $1s"},
    {R"(\brunner[- ]?up (?:among|of|in) (?:the )?(idle gaps?|gaps?|\w+s)\b)", "second longest $1"},
    {R"(\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th)) (?:occurrence|instance|execution|run|invocation|appearance|call)s?,? of (?:the |an? )?([\w:`"']+)(?: nvtx)?(?: (kernel|range|call|copy|memset))?\b)", "$1 $2 $3"},
    {R"(\b(kernel|range|call|copy|memset) (?:execution|invocation|instance|run)s?\b)", "$1"},
    {R"(\b(forward|backward|fwd|bwd) (?:steps?|passes|pass)\b)", "$1"},
    // ---- of launches
    {R"(\b(?:between|from|time from|time between) (?:the )?(?:start|begin|beginning) of (?:the|its|their|each|a)? ?(?:kernel )?(?:launch(?: api)?|cuda\w+|cu[A-Z]\w+)(?: api)?(?: call)? (?:and|to|until|till) (?:the |its |their |when )?(?:start of (?:the |its )?)?(\w+?)?(?: kernel)(?:'s|s)?(?: (?:actually|really|finally|itself))?(?: (?:start|begin|began|execution|running)\w*)?)", "launch latency of $1 kernels"},
    {R"(\blaunch latency of (?:the|its|a)? ?kernels\b)", "launch latency of kernels"},
    {R"(\bhow long (?:is |was |on average |does it take )?launch latency)", "launch latency"},
    {R"(^how long,? (?:is it |was it |does it take )?(?:,? ?on average,? ?)?launch latency)", "average launch latency"},
    {R"(\bhow long after (?:the|its|their) launch call (?:begins|begin|starts|start|was made|is made) (?:does|do|did) (?:a |the |its )?(\w+ )?kernels? (?:start|begin|run)\b)", "launch latency of $1kernels"},
    {R"(\btime (?:from )?(?:the )?launch call (?:to|until) (?:the )?kernel start\b)", "launch latency"},
    {R"(\b(?:mean|average) of \(?(?:the )?kernel start (?:minus|-) (?:the )?start of its (?:launch|cuda\w+|cu[A-Z]\w+)(?: api)?(?: call)?\)?)", "average launch latency"},
    {R"(\bkernel start (?:minus|-) (?:the )?start of its (?:launch|cuda\w+|cu[A-Z]\w+)(?: api)?(?: call)?)", "launch latency"},
    {R"(,? matched (?:per|by|on) (?:process(?: id)?|pid)(?:,? and| \+)? correlation ?id\b)", ""},
    {R"(\bwhose launch(?: call)? (?:lies|lie|is|falls|fall|sits|was made|happens|occurs|was issued|starts) (?:within|inside|in|under|during) (?:an? |the |one of the )?([\w:`"'.]+)(?: nvtx)?(?: ranges?)?)", "launched inside range $1"},
    // ---- where names stand beside words
    {R"(^how long (?:did|does|do) .+? \((?:the )?([\w:]*(?:::|_)[\w:]+|cuda[A-Z]\w+|nccl\w+|cu[A-Z]\w+|MPI_\w+)(?: range| call| kernel)?\)(.*)$)", "how long does $1 take"},
    {R"(^(.*?)\b(?:cuda|runtime|driver|api|nccl|mpi|the)? ?(\w+ )?\((cuda[A-Z]\w+|cu[A-Z]\w+|ncclComm\w+|MPI_\w+)\)(.*)$)", "$1 $3 $4"},
    {R"(\bwhose names? (?:starts?|begins?|starting|beginning) with (["'`]?)([\w:]+)\1)", "named \"$2\""},
    {R"(\bnames? (?:starting|beginning) with (["'`]?)([\w:]+)\1)", "named \"$2\""},
    {R"(\b((?:cuda[A-Z]|cu[A-Z]|MPI_|nccl)\w+) (?:waits?|stalls?|blocks?|waiting)\b)", "$1 calls"},
    {R"(\b((?:cuda[A-Z]|cu[A-Z]|MPI_)\w+) total (?:wait|waiting|blocking|blocked)(?: time)?\b)", "total time of $1"},
    {R"(\btotal (?:wait|waiting|blocking|blocked)(?: time)? (?:in|of|inside|on) ((?:cuda[A-Z]|cu[A-Z]|MPI_)\w+))", "total time of $1"},
    {R"(\b(?:this|the) (?:rank|process|job|app|application|program)(?= spend| spent| lose| lost| wait))", "the program"},
    {R"(\bdynamic(?:ally allocated)? shared mem(?:ory)?\b)", "dynamic shared memory"},
    {R"(\bask(?:s|ed)? for(?= per block|\s*\??$))", "use"},
    {R"(\bthe (\S+) launch\s*$)", "kernel $1"},
    // ---- how many of what holds others
    {R"(\b(?:how many|number of|count of)(?: different| distinct| separate| unique)? (?:host |cpu |os )?(threads|processes|streams|gpus) (?:that )?(?:emit|emitted|emitting|put out|push|pushed|produce|produced|record|recorded|have|had|having|with|wrote|write|issue|issued|make|made|making|open|opened|use|used|run|ran|execute|executed|carry|carried|call|called|contain|got|get|saw|do|did|submit|submitted)(?: any| at least one)? (nvtx ranges|cuda calls|cuda api calls|api calls|kernels|memcpys|copies|memory copies|memsets|gpu operations|gpu work|os calls|mpi calls|cuda)\b)", "number of distinct $1 of $2"},
    {R"(^(?:host |cpu )?(threads|processes|streams) (?:with|having|that have|that emit|that run|that make) (nvtx ranges|cuda calls|cuda api calls|kernels|memcpys|copies|memsets|gpu operations)\b)", "number of distinct $1 of $2"},
    {R"(\b(?:how many|number of|count of|different|distinct)?(?: different| distinct)? ?(streams|threads|processes) (?:were |are |is |got )?(?:used|touched|hit|employed) by (?:the )?(memsets|kernels|copies|memcpys|nvtx ranges|gpu operations)\b)", "number of distinct $1 of $2"},
    {R"(\bof (?:gpu work|cuda)\b)", "of GPU operations"},
    // ---- shares and what runs at once
    {R"(^out of all (?:the )?time (?:in|of) (?:the )?(?:\w+ )?(nvtx (?:stages|ranges|regions)|kernels|copies|stages|ranges),? what (fraction|share|percentage|part) (?:is|goes to|does) (.+?)\s*\??$)", "what $2 of the time of all $1 is $3"},
    {R"(\b(?:pids|processes) (\d+) and (\d+)\b)", "process $1 and process $2"},
    {R"(\bstreams (\d+) and (\d+)\b)", "stream $1 and stream $2"},
    {R"(\bthe pid of the process\b)", "process"},
    {R"(\b(?:simultaneous|concurrent) busy time of (?:the )?(?:two|both) (gpus|processes|ranks)\b)", "time both $1 are busy at the same time"},
    {R"(\btime (?:during|in) which (gpu|process|stream) (\d+) and (?:gpu |process |stream )?(\d+) (?:are both|both) (?:work|busy|active|running|have work)\b)", "time in which GPU operations on $1 $2 and GPU operations on $1 $3 run at the same time"},
    {R"(\btime (?:during|in) which (?:the )?gpu(?: (\d+))? (?:both )?copies and computes at once\b)", "overlap of copies with kernels on GPU $1"},
    // ---- between two points
    {R"(\b(?:longest|maximum|max|largest) time between (?:two|any two|consecutive) (?:gpu )?operations\b)", "longest idle gap"},
    {R"(\b(?:time|delay|lag) between (?:a|the|each) launch(?: call)? and (?:its|the) kernel\b)", "launch latency"},
    {R"(\bhow long is (?:the )?(gpu(?: \d+)?) idle between the (first) and the (second) kernel\b)", "how long from the end of the first kernel on $1 to the start of the second kernel on $1"},
    {R"(\b(\w+) (?:min|max)imum time between starts of\b)", "$1 interval between starts of"},
    {R"(\bhow far apart (?:do|did|are) (?:the )?(\w+) and (?:the )?(\w+) (.+?) (start|begin|end|finish)s?\b)", "time from the start of the $1 $3 to the start of the $2 $3"},
    {R"(\b(?:interval|time|distance) between the (?:start|starting) times? of (?:the )?(\w+) and (?:the )?(\w+) (.+)$)", "time from the start of the $1 $3 to the start of the $2 $3"},
    {R"(\bhow far (?:in|into the (?:session|capture|run|recording|profile|trace)) (?:does|did|do) (.+?) (?:begin|start)(?: to run| running)?\b)", "start of $1"},
    {R"(\binterval between starts of (?:block|layer|step|iteration)s?(?: time)?(.*?) \(([\w:]+)\))", "interval between starts of $2$1"},
    {R"(\biteration time \((interval between starts of [\w:]+)\))", "$1"},
    {R"(\bevery (?:iteration|step) (?:opens|starts|begins) with (?:a |an |the )?([\w:]+)\s*[-,;–]\s*how long is an? (?:iteration|step)(?: on average)?.*$)", "average interval between starts of $1"},
    {R"(\bfrom one (.+?)(?:'s)? start to the (?:next|following)(?: one)?(?:'s)?(?: start)?\b)", "interval between starts of $1"},
    {R"(\bhow often (?:does|do|did) (?:a |an |the )?(?:new )?(.+?) (?:start|begin)s?(?: on average)?,? (?:i\.e\. )?(?:every how many|in ms between)\b.*$)", "average interval between starts of $1"},
    // ---- windows
    {R"(\b(?:that|which) (?:lie|lies|fall|falls|are|happen) (?:entirely |fully |wholly )?(?:within|inside|in|between) (?=\d))", "between "},
    {R"(\bwhose (?:start|begin)(?: time)? (?:lies|lie|is|falls) (before|after|between|within) )", "that start $1 "},
    {R"(\b(?:begin|start|began|started)s? (?:within|in) the first (\d+(?:\.\d+)?) ?(s|seconds|ms)(?: of the (?:session|capture|recording|run))?)", "that start before $1 $2"},
    {R"(\bin the window (?:from )?(?=\d))", "between "},
    {R"(^between (\d[\d.]* ?\w*) (?:to|and|-) (\d[\d.]* ?\w+),? (.+)$)", "$3 between $1 and $2"},
    {R"(\bfor how long (?:was|is) (gpu \d+|the gpu) (?:doing (?:anything|something|any work|work)|busy|working|active)\b(?: at all)?)", "busy time of $1"},
    // ---- copies
    {R"(\b(?:straight |directly )?from one gpu (?:straight |directly )?to (?:the other|another)(?: one| gpu)?\b)", "peer-to-peer"},
    {R"(\bbetween (?:the )?(?:two )?gpus directly\b)", "peer-to-peer"},
    {R"(\b(?:get|gets|got) (?:pushed|sent|shipped|moved|copied) from\b)", "copied from"},
    {R"(\bgo(?:es)? (?=peer-to-peer))", "copied "},
    {R"(\b(memcpy|copy|kernel|nccl|memset) share of (gpu \d+|device \d+|the gpu)(?:'s)? busy time\b)", "what share of the busy time of $2 is $1"},
    {R"(\bunions? of (?:its |the |all |all the )?kernel(?: intervals|s)\b)", "time with a kernel running"},
    {R"(\bunions? of (?:its |the |all |all the )?(?:memcpy|copy) intervals\b|\bunions? of (?:its |the |all |all the )?(?:memcpys|copies)\b)", "copying time"},
    {R"(\b(?:is|was) spent (?:on )?running kernels\b)", "is a kernel running"},
    // ---- domains
    {R"(^(?:what is |which is )?(?:the )?(?:names? of the )?(?:nvtx )?domain(?: name)? of (?:the )?(.+?)(?: nvtx)?(?: ranges?)?\s*[?.]*$)", "which domain has the most NVTX ranges named $1"},
    {R"(\b(?:which|what) (?:nvtx )?domain (?:do|does|did|are|is) (?:the )?(.+?)(?: nvtx)?(?: ranges?)? (?:belong to|live in|come from|use|have|in|part of|pushed in|emitted in)\b)", "which domain has the most NVTX ranges named $1"},
    // ---- what clock, what memory
    {R"(\b(?:what|which|at what|at which) (?:gpu )?clock(?: rate| speed| frequency)? (?:does|do|did) (?:the )?(gpu|gpus|card|device)(?: \d+)? run(?: at)?\b)", "GPU clock rate"},
    {R"(\bhow (?:much|many)(?: bytes(?: of)?)? (?:device |gpu )?memory (?:does|do|has|have) the gpu (?:have|has|got)?\b)", "GPU memory"},
    {R"(\btotal (?:device|gpu) memory(?: of the gpu)?\b)", "GPU memory"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_wordings() { return kWordings; }

}  // namespace nsys_ai::inline agent
