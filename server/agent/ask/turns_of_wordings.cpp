// Sentences that ask in a way of their own for what plain words ask for.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kWordings[] = {
    // ---- how it is asked
    {R"(\bhow many bytes (?:does|do) (?:each|a|an|one) (?:(\S+) )?(?:copy|memcpy|transfer) (?:move|transfer|carry|copy|have)(?: on average)?\b)", "average bytes of $1 copies"},
    {R"(\b(step|iteration|batch|frame|epoch)s? (?:nvtx )?ranges?\b)", "range \"$1\""},
    {R"(\bhow (?:long|much time) (?:is|was|does|did) the (?:host|cpu) (?:blocked|waiting|stalled|stuck|block|wait|stall) (?:in|on|inside) ((?:cuda[A-Z]|cu[A-Z]|MPI_)\w+))", "total time of $1"},
    {R"(\b(how many|number of) (?:os|operating system|host|cpu) threads\b)", "$1 threads"},
    {R"(\bwhat (?:should|can|could|would) (?:i|we|you) (?:optimi[sz]e|improve|fix|tune|change) first\b)", "what to do next"},
    {R"(^how much (?:faster|slower|longer|shorter) (?:is|are|was|does|do) (.+?)(?: run| take| on average)? on (?:gpu|device) (\d+) than (?:on )?(?:gpu|device) (\d+)(?: on average)?\s*\??$)", "difference between average duration of $1 on GPU $2 and average duration of $1 on GPU $3"},
    {R"(\bat the very (end|start|beginning) of the (?:capture|run|profile)\b)", "at the $1"},
    {R"(\b(?:syscall|system call)s?\b)", "OS calls"},
    {R"(\bcovered by kernels only\b)", "with a kernel running"},
    {R"(\bperiod of (?:the )?([\w:]+)(?: ranges?\b| kernels?\b)?)", "interval between starts of $1"},
    {R"(\bhow much (?:does|do|did) (?:the )?(.+?)(?: duration)? vary(?: \(?(?:std|std dev|standard deviation)\)?)?\s*\??$)", "standard deviation of $1"},
    {R"(\bthe (average|mean|median)(?: duration)? of the (ten|five|three|twenty|\d+) (longest|slowest|shortest|largest)\b)", "$1 duration of the $2 $3"},
    {R"(\bten (longest|slowest|shortest|largest)\b)", "10 $1"},
    {R"(\bhow (?:many|often) (?:is|are|was|were) (.+?) called\b)", "how many $1 calls"},
    {R"(\bsample count\b)", "number of CPU samples"},
    {R"(\bwhat (?:do|does) (.+?) look like\b)", "what is $1"},
    {R"(\bhow (?:bad|slow|terrible|long) (?:is|was|are|were) the (?:very )?(worst|slowest|longest) )", "how long is the longest "},
    {R"(\b(?:worst|slowest|longest) single\b)", "longest"},
    {R"(\bhow (?:jittery|noisy|unstable|stable|variable|spread out|scattered) (?:is|are|was|were) (.+?)(?: \(standard deviation\)|,? (?:as|in terms of) (?:a |the )?standard deviation)\s*\??$)", "standard deviation of $1"},
    {R"(\bhow much (?:does|do|did) (.+?) (?:scatter|vary|jitter|fluctuate)s?(?:\s*[-,:–(]\s*(?:what is|as|i\.e\.?,?|in)? ?(?:the )?standard deviation(?: over all(?: of them)?)?\)?)\s*\??$)", "standard deviation of $1"},
    {R"(\bthe (?:greater|larger|bigger|higher) (?=total|summed|sum|number|count|average|mean|kernel|busy|idle|amount|share|copy|time))", "the most "},
    {R"(\b(?:burns?|eats?|wastes?|loses?|devotes?) more\b)", "has more"},
    {R"(\bat least one (?=kernel|memcpy|copy|memset|gpu|operation))", "a "},
    {R"(\b(?:of|for|over|across) (?:every|each) (?:single )?(kernel|copy|call|range|memset|operation)\b)", "of all $1s"},
    {R"(\bcopys\b)", "copies"},
    {R"(\brunner[- ]?up (?:among|of|in) (?:the )?(idle gaps?|gaps?|\w+s)\b)", "second longest $1"},
    {R"(\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|\d+(?:st|nd|rd|th)) (?:occurrence|instance|execution|run|invocation|appearance|call)s?,? of (?:the |an? )?([\w:`"']+)(?: nvtx)?(?: (kernel|range|call|copy|memset))?\b)", "$1 $2 $3"},
    {R"(\b(kernel|range|call|copy|memset) (?:execution|invocation|instance|run)s?\b)", "$1"},
    {R"(\b(forward|backward|fwd|bwd) (?:steps?|passes|pass)\b)", "$1"},
    // ---- of launches
    {R"(\b(?:between|from|time from|time between) (?:the )?(?:start|begin|beginning) of (?:the|its|their|each|a)? ?(?:kernel )?(?:launch(?: api)?|cuda\w+|cu[A-Z]\w+)(?: api)?(?: call)? (?:and|to|until|till) (?:the |its |their |when )?(?:start of (?:the |its )?)?(\w+?)?(?: kernel)(?:'s|s)?(?: (?:actually|really|finally|itself))?(?: (?:start|begin|began|execution|running)\w*)?)", "launch latency of $1 kernels"},
    {R"(\blaunch latency of (?:the|its|a)? ?kernels\b)", "launch latency of kernels"},
    {R"(\bhow long (?:is |was |on average |does it take )?launch latency)", "launch latency"},
    {R"(^how long,? (?:is it |was it |does it take )?(?:,? ?on average,? ?)?launch latency)", "average launch latency"},
    {R"(\btime (?:from )?(?:the )?launch call (?:to|until) (?:the )?kernel start\b)", "launch latency"},
    {R"(\bkernel start (?:minus|-) (?:the )?start of its (?:launch|cuda\w+|cu[A-Z]\w+)(?: api)?(?: call)?)", "launch latency"},
    {R"(,? matched (?:per|by|on) (?:process(?: id)?|pid)(?:,? and| \+)? correlation ?id\b)", ""},
    {R"(^\s*of ((?:gpu|device) \d+), what (?:fraction|share|portion|part|percentage) is covered by (kernels|copies|memcpys|memsets)(?: of any kind)?(?: on that (?:gpu|device))?\s*\?*$)", "what share of the span of $1 is $2"},
    // ---- where names stand beside words
    {R"(^how long (?:did|does|do) .+? \((?:the )?([\w:]*(?:::|_)[\w:]+|cuda[A-Z]\w+|nccl\w+|cu[A-Z]\w+|MPI_\w+)(?: range| call| kernel)?\)(?: take| run| last)?(.*)$)", "how long does $1 take$2"},
    {R"(^(.*?)\b(?:cuda|runtime|driver|api|nccl|mpi|the)? ?(\w+ )?\((cuda[A-Z]\w+|cu[A-Z]\w+|ncclComm\w+|MPI_\w+)\)(.*)$)", "$1 $3 $4"},
    {R"(\bnames? (?:starting|beginning) with (["'`]?)([\w:]+)\1)", "named \"$2\""},
    {R"(\b((?:cuda[A-Z]|cu[A-Z]|MPI_|nccl)\w+) (?:waits?|stalls?|blocks?|waiting)\b)", "$1 calls"},
    {R"(\b((?:cuda[A-Z]|cu[A-Z]|MPI_)\w+) total (?:wait|waiting|blocking|blocked)(?: time)?\b)", "total time of $1"},
    {R"(\b(?:this|the) (?:rank|process|job|app|application|program)(?= spend| spent| lose| lost| wait))", "the program"},
    {R"(\bdynamic(?:ally allocated)? shared mem(?:ory)?\b)", "dynamic shared memory"},
    {R"(\bask(?:s|ed)? for(?= per block|\s*\??$))", "use"},
    {R"(\bthe (\S+) launch\s*$)", "kernel $1"},
    // ---- how many of what holds others
    {R"(\b(?:how many|number of|count of)(?: different| distinct| separate| unique)? (?:host |cpu |os )?(threads|processes|streams|gpus) (?:that )?(?:left|leave|emit|emitted|emitting|put out|push|pushed|produce|produced|record|recorded|have|had|having|with|wrote|write|issue|issued|make|made|making|open|opened|use|used|run|ran|execute|executed|carry|carried|call|called|contain|got|get|saw|do|did|submit|submitted)(?: any| at least one)? (nvtx ranges|ranges|cuda calls|cuda api calls|api calls|kernels|memcpys|copies|memory copies|memsets|gpu operations|gpu work|os calls|mpi calls|cuda)\b)", "number of distinct $1 of $2"},
    {R"(^(?:host |cpu )?(threads|processes|streams) (?:with|having|that have|that emit|that run|that make) (nvtx ranges|cuda calls|cuda api calls|kernels|memcpys|copies|memsets|gpu operations)\b)", "number of distinct $1 of $2"},
    {R"(\b(?:how many|number of|count of|different|distinct)?(?: different| distinct)? ?(streams|threads|processes) (?:were |are |is |got )?(?:used|touched|hit|employed) by (?:the )?(memsets|kernels|copies|memcpys|nvtx ranges|gpu operations)\b)", "number of distinct $1 of $2"},
    {R"(\bof (?:gpu work|cuda)\b)", "of GPU operations"},
    // ---- shares and what runs at once
    {R"(^(?:out )?of (?:all )?(?:the )?(?:summed |total )?time (?:in|of|spent in) (?:all )?(?:the )?(?:\w+ )?(nvtx (?:stages|ranges|regions)|kernels|copies|stages|ranges),? (?:what|which) (fraction|share|percentage|part) (?:is|goes to|does) (.+?)\s*\??$)", "what $2 of the time of all $1 is $3"},
    {R"(\b(?:pids|processes) (\d+) and (\d+)\b)", "process $1 and process $2"},
    {R"(\bstreams (\d+) and (\d+)\b)", "stream $1 and stream $2"},
    {R"(\btime (?:during|in) which (gpu|process|stream) (\d+) and (?:gpu |process |stream )?(\d+) (?:are both|both) (?:work|working|busy|active|running|have work)\b)", "time in which GPU operations on $1 $2 and GPU operations on $1 $3 run at the same time"},
    // ---- between two points
    {R"(\bhow far apart (?:do|did|are) (?:the )?(\w+) and (?:the )?(\w+) (.+?) (start|begin|end|finish)s?\b)", "time from the start of the $1 $3 to the start of the $2 $3"},
    {R"(\b(?:interval|time|distance) between the (?:start|starting) times? of (?:the )?(\w+) and (?:the )?(\w+) (.+)$)", "time from the start of the $1 $3 to the start of the $2 $3"},
    {R"(\bhow far (?:in|into the (?:session|capture|run|recording|profile|trace)) (?:does|did|do) (.+?) (?:begin|start)(?: to run| running)?\b)", "start of $1"},
    {R"(\binterval between starts of (?:block|layer|step|iteration)s?(?: time)?(.*?) \(([\w:]+)\))", "interval between starts of $2$1"},
    {R"(\b(?:iteration|step|frame) time, (interval between starts of [\w:]+))", "$1"},
    {R"(\btime per (?:iteration|step|frame) if (?:an? )?(?:iteration|step|frame) is (interval between starts of [\w:]+))", "$1"},
    {R"(\biteration time \((interval between starts of [\w:]+)\))", "$1"},
    {R"(\bevery (?:iteration|step) (?:opens|starts|begins) with (?:a |an |the )?([\w:]+)\s*[-,;–]\s*how long is an? (?:iteration|step)(?: on average)?.*$)", "average interval between starts of $1"},
    {R"(\bfrom one (.+?)(?:'s)? start to the (?:next|following)(?: one)?(?:'s)?(?: start)?\b)", "interval between starts of $1"},
    // ---- windows
    {R"(\b(?:that|which) (?:lie|lies|fall|falls|are|happen) (?:entirely |fully |wholly )?(?:within|inside|in|between) (?=\d))", "between "},
    {R"(\bwhose (?:start|begin)(?: time)? (?:lies|lie|is|falls) (before|after|between|within) )", "that start $1 "},
    {R"(\b(?:begin|start|began|started)s? (?:within|in) the first (\d+(?:\.\d+)?) ?(s|seconds|ms)(?: of the (?:session|capture|recording|run))?)", "that start before $1 $2"},
    {R"(\bin the window (?:from )?(?=\d))", "between "},
    {R"(^between (\d[\d.]* ?\w*) (?:to|and|-) (\d[\d.]* ?\w+),? (.+)$)", "$3 between $1 and $2"},
    {R"(\bfor how long (?:was|is) (gpu \d+|the gpu) (?:doing (?:anything|something|any work|work)|busy|working|active)\b(?: at all)?)", "busy time of $1"},
    // ---- copies
    {R"(\b(?:straight |directly )?from one gpu (?:straight |directly )?to (?:the other|another)(?: one| gpu)?\b)", "peer-to-peer"},
    {R"(\b(?:get|gets|got) (?:pushed|sent|shipped|moved|copied) from\b)", "copied from"},
    {R"(\bgo(?:es)? (?=peer-to-peer))", "copied "},
    {R"(\b(memcpy|copy|kernel|nccl|memset) share of (gpu \d+|device \d+|the gpu)(?:'s)? busy time\b)", "what share of the busy time of $2 is $1"},
    {R"(\bunions? of (?:its |the |all |all the )?kernel(?: intervals|s)\b)", "time with a kernel running"},
    {R"(\bunions? of (?:its |the |all |all the )?(?:memcpy|copy) intervals\b|\bunions? of (?:its |the |all |all the )?(?:memcpys|copies)\b)", "copying time"},
    {R"(\b(?:is|was) spent (?:on )?running kernels\b)", "is a kernel running"},
    // ---- layers by their ranges
    {R"(^(?:(?:for|in|of) ((?:pid|process|rank) \d+),? )?(?:for )?which (?:transformer |encoder |decoder )?(?:block|layer|module) (?:has|takes|shows|is|does|spends) (?:the )?(?:slowest|longest) (?:single )?([\w:]+_\w+|\w+::\w+).*$)", "name of the longest NVTX range named $2 of $1"},
    {R"(^(?:for )?which (?:transformer |encoder |decoder )?(?:block|layer|module) (?:spends|has|takes|does|is) .*?\b(?:in|its|of|by) (?:its |the )?([\w:]+_\w+|\w+::\w+).*$)", "which NVTX range named $1 has the most total time"},
    {R"(^(?:the )?(?:block|layer|module) whose ([\w:]+_\w+|\w+::\w+)(?: \([^)]*\))?(?: nvtx)? ranges? (?:have|has|take|takes) the (?:greatest|largest|most|highest|longest) (?:total |summed )?(?:duration|time).*$)", "which NVTX range named $1 has the most total time"},
    {R"(^(?:the )?(?:slowest|longest) ([\w:]+_\w+|\w+::\w+) (?:block|layer|module)\s*$)", "name of the longest NVTX range named $1"},
    // ---- domains
    {R"(^(?:what is |which is )?(?:the )?(?:names? of the )?(?:nvtx )?domain(?: name)? of (?:the )?(.+?)(?: nvtx)?(?: ranges?)?\s*[?.]*$)", "which domain has the most NVTX ranges named $1"},
    {R"(\b(?:which|what) (?:nvtx )?domain (?:do|does|did|are|is) (?:the )?(.+?)(?: nvtx)?(?: ranges?)? (?:belong to|live in|come from|use|have|in|part of|pushed in|emitted in)\b)", "which domain has the most NVTX ranges named $1"},
    // ---- what clock, what memory
    {R"(\bhow (?:much|many)(?: bytes(?: of)?)? (?:device |gpu )?memory (?:does|do|has|have) the gpu (?:have|has|got)?\b)", "GPU memory"},
    {R"(\btotal (?:device|gpu) memory(?: of the gpu)?\b)", "GPU memory"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_wordings() { return kWordings; }

}  // namespace nsys_ai::inline agent
