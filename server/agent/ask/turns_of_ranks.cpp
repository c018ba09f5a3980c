// Turns of phrase of who called what how often, of what is ranked, sorted or counted through, and of which of
// two.
#include "agent/ask/paraphrase_table.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr Turn kRanks[] = {
    // ---- how often somebody calls something
    {R"(\bnumber of threads (?:issuing|making|with) (?:cuda )?(?:api )?calls\b)", "number of distinct threads of API calls"},
    {R"(\b(?:number|count) of threads calling (\S+))", "number of distinct threads of $1 calls"},
    {R"(\bhow many threads does (\S+) show up on\b)", "number of distinct threads of $1 ranges"},
    {R"(^thread count (?:with|of) (\S+)(?: ranges?)?\s*$)", "number of distinct threads of $1 ranges"},
    {R"(^from how many (?:different |distinct )?(?:cpu |host )?threads do (?:the )?(cuda (?:api )?calls|.+? ranges)(?: in (?:this|the) (?:profile|capture))? come\s*\?*$)", "number of distinct threads of $1"},
    {R"(^how many times did the operating system put (thread \d+) on a core\s*\?*$)", "how often was $1 scheduled onto a core"},
    {R"(^(?:sched(?:ule)?-in|switch-in) count,? (?:tid|thread) (\d+)\s*$)", "how often was thread $1 scheduled onto a core"},
    {R"(\bhow many (?:threads in total|threads) called the CUDA API\b)", "number of distinct threads of API calls"},
    {R"(^on(?:to)? how many (?:different |distinct |separate )?(?:cpu |logical )?(?:cores|cpus|numbers) (?:were|are|did|do|have) (?:the )?(?:threads|scheduling events)\b.*$)", "number of distinct scheduling cores of scheduling events"},
    {R"(^(?:what is )?(?:the )?(?:number of )?distinct cpus (?:that appear )?in (?:the )?(?:thread )?sched(?:uling)? (?:trace|data|events)\s*\?*$)", "number of distinct scheduling cores of scheduling events"},
    {R"(^count the cpu cores on which at least one thread scheduling event was recorded\s*[.?]*$)", "number of distinct scheduling cores of scheduling events"},
    {R"(^how many cpu cores appear in the (?:context switch |scheduling )?(?:\(scheduling\) )?data\s*\?*$)", "number of distinct scheduling cores of scheduling events"},
    {R"(^(?:which cpu core has the most|cpu id with the highest number of|onto which logical cpu number were threads) (?:sched(?:ule)?-in events|switched in most often)\b.*$)", "which scheduling core has the most scheduling events"},
    // ---- in the order of their starts
    {R"(^(?:going through|counting|ordering|taking|sorting|listing) (?:the )?(.+?) (?:from the beginning|by when they started|by start(?: time)?|in the order in which they started|in order of (?:their )?start|in start order|by when they start), what is the (?:short )?name of (?:the )?(?:number )?(\w+?)(?: one)?\s*\?*$)", "name of the RANK_$2 of the $1"},
    {R"(^counting from the beginning, )", ""},
    {R"(\bname of the RANK_(\d+) of the (\w+?)s\b)", "name of the $1th $2"},
    {R"(\bname of the RANK_(\w+) of the (\w+?)s\b)", "name of the $1 $2"},
    {R"(\bhow much time did (\S+) take (?:on the gpu )?the (second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+\w\w|last) time(?: it ran)?\s*\?*$)", "duration of the $2 $1"},
    {R"(\bthe (\d+th|fifth|fourth|third|second|tenth) (\S+ kernel) to start\b)", "the $1 $2"},
    // ---- in the order of their sizes
    {R"(^if i sort (?:the )?(\S+) (?:executions|runs|kernels|ranges|calls) of (gpu|device) (\d+) by duration, how long is the one in the middle\s*\?*$)", "median duration of $1 kernels on GPU $3"},
    {R"(^sort (?:the )?(.+?) by (?:length|duration) and give me the middle value\s*[.?]*$)", "median duration of $1"},
    {R"(\bhow long does the (?:nvtx )?range (\S+) typically last, taking the median over all its instances\b)", "median duration of range $1"},
    {R"(^averaged? (?:the )?lengths of all (?:nvtx )?ranges labelled (\S+)\b.*$)", "average duration of NVTX ranges named $1"},
    {R"(^if (?:all )?(?:the )?(.+?) are sorted by size, how many bytes does the one in the middle have\s*\?*$)", "median bytes of $1"},
    {R"(\bbelow (?:what|which) (?:time|duration) do (\d+) ?(?:percent|%) of (?:the )?(.+?)(?: executions)? (?:stay|lie|fall)(?: \([^)]*\))?\s*\?*$)", "p$1 of the duration of $2"},
    {R"(^(?:2nd|second) most expensive kernel (?:on )?(gpu|device) ?(\d+) by total time\s*$)", "which short name takes the second most total time of kernels on GPU $2"},
    {R"(^which kernel(?:, by short name,)? (?:takes|ranks|has) (?:the )?second (?:most |largest |in )(?:total )?(?:execution )?time(?: in all)? on (gpu|device) (\d+)\s*\?*$)", "which short name takes the second most total time of kernels on GPU $2"},
    {R"(^after the top one, what is the next biggest consumer of kernel time on (?:gpu|device) (\d+)\b.*$)", "which short name takes the second most total time of kernels on GPU $1"},
    {R"(\bwhich (kernel|cuda call|call|nvtx range)(?:, by short name,)? (?:ran|was executed|was called|is called|was run|runs|was launched|executes|is executed|shows up|appears|occurs) (?:the )?(?:most often|most frequently|most times|most times|largest number of times|greatest number of times)\b)", "which $1 has the greatest number of runs"},
    {R"(^which kernel has the greatest number of runs\b)", "which kernel ran most often"},
    {R"(^(?:what is the )?name of the kernel (?:that ran the greatest number of times|with the (?:highest|greatest|largest) number of executions)\s*\?*$)", "which kernel ran most often"},
    {R"(^what is the name of the kernel whose one execution took more time than any other\s*\?*$)", "name of the longest kernel"},
    {R"(^if i rank all kernels by duration, what is the name of the runner-up\s*\?*$)", "name of the second longest kernel"},
    // ---- which of two
    {R"(^(?:tell me )?(?:the )?(?:id|number|name) of the gpu whose (.+?) add up to the (?:longest|most) time\s*[.?]*$)", "which GPU has the most total duration of $1"},
    {R"(^when the kernels of (?:gpu|device) (\d+) are ranked by summed duration, which one comes second\b.*$)", "which short name takes the second most total time of kernels on GPU $1"},
    {R"(^name the runner-up among the kernel names of (?:gpu|device) (\d+) in terms of total time\s*[.?]*$)", "which short name takes the second most total time of kernels on GPU $1"},
    {R"(^dividing the (\w+) kernel time of (?:gpu|device) (\d+) by the \w+ kernel time of (?:gpu|device) (\d+), what (?:number|ratio) do i get\s*\?*$)", "total duration of $1 kernels on GPU $2 divided by total duration of $1 kernels on GPU $3"},
    {R"(^(?:what is )?(?:the )?pid of the (?:mpi )?(?:rank|process) that (?:executed|ran|launched) the (?:larger|greater) number of (kernels|copies)\s*\?*$)", "which process has the most $1"},
    {R"(^(?:what is )?(?:the )?label of the nvtx range whose (?:instances|runs) add up to the longest duration\s*\?*$)", "which NVTX range takes the most time in total"},
    {R"(^name the pipeline stage, by its nvtx range, in which the host spends the most time overall\s*[.?]*$)", "which NVTX range takes the most time in total"},
    {R"(^(?:what is the )?name of the OS calls? with the highest number of calls\s*\?*$)", "which OS call has the greatest number of calls"},
    {R"(^(?:name )?(?:the )?most frequent function in the OS (?:runtime|calls) trace\s*[.?]*$)", "which OS call has the greatest number of calls"},
    {R"(^add together the bytes written by every memset\s*[.?]*$)", "total bytes of memsets"},
    {R"(^sum the durations of every (\w+?)\*? kernel\s*[.?]*$)", "total duration of kernels named \"$1\""},
    {R"(^(?:does|do|did|is|was) (gpu|device) (\d+) or (?:gpu |device )?(\d+) (?:spend|take|have|spends|use|need) more (.+?)\s*\?*$)", "which GPU has the most $4 on GPU $2 and GPU $3"},
    {R"(^more (.+?)[:,] (?:gpu|device) ?(\d+) or (?:(?:gpu|device) ?)?(\d+)\s*\?*$)", "which GPU has the most $1 on GPU $2 and GPU $3"},
    {R"(^(?:looking at|comparing|considering|if you compare) (?:the )?(.+?)(?: per device| per gpu)?, which (?:of the two )?(?:devices?|gpus?)(?: id)? (?:comes out higher|is higher|comes out on top|has more|comes out ahead|wins|leads)\s*\?*$)", "which GPU has the most $1"},
    {R"(^on which (?:gpu|device) do (?:the )?(.+?) add up to more time\s*\?*$)", "which GPU has the most total duration of $1"},
    {R"(\bwhich (?:of the two )?(process|rank|gpu|device)s?,? (?:spent|spends|burns|burned|spend|loses|lost) (?:the )?(?:more|greatest|most)(?: total)? time in (\S+?)(?: overall| in total| altogether)?(?=\s*[,?.]|\s*$))", "which $1 has the most total time of $2"},
    {R"(^(?:which )?(process|gpu) with the most (\S+) time\s*$)", "which $1 has the most total time of $2"},
    {R"(^(?:which )?(process|gpu) with the most (htod|dtoh|h2d|d2h) bytes\s*$)", "which $1 has the most bytes of $2 copies"},
    {R"(^by what factor does (gpu|device) (\d+) spend more summed kernel time in (\S+) than (?:gpu|device) (\d+)\s*\?*$)", "total duration of $3 kernels on GPU $2 divided by total duration of $3 kernels on GPU $4"},
    {R"(^if i divide the summed (\S+) kernel time of (gpu|device) (\d+) by that of (?:gpu|device) (\d+), what ratio do i get\s*\?*$)", "total duration of $1 kernels on GPU $3 divided by total duration of $1 kernels on GPU $4"},
    {R"(^what multiple of (gpu|device) (\d+)'s total (\S+) kernel time is (?:gpu|device) (\d+)'s\s*\?*$)", "total duration of $3 kernels on GPU $4 divided by total duration of $3 kernels on GPU $2"},
    {R"(^what multiple of the (?:added-up|summed|total) (\w+) time is the (?:added-up|summed|total) (\w+) time\s*\?*$)", "total duration of $2s divided by total duration of $1s"},
    {R"(^how many times as long is the summed (copy|kernel|memset|memcpy) time as the summed (copy|kernel|memset|memcpy) time\s*\?*$)", "total duration of $1s divided by total duration of $2s"},
    {R"(\bcopys\b)", "copies"},
    // ---- all of one kind
    {R"(^(?:taking|counting|considering) every (kernel|copy|call|range)((?: on (?:gpu|device) \d+)?) (?:named|called) (\S+?)(?:-something|\*)?, how (?:much time|long) do they (?:add up to|take)(?: in all| together)?\s*\?*$)", "total duration of $1s named \"$3\"$2"},
    {R"(^how long do all the (\w+) kernels on (gpu|device) (\d+) take together, taking every kernel that has \w+ in its name\s*\?*$)", "total duration of $1 kernels on GPU $3"},
    {R"(^(?:summed over every occurrence|summing all|over every occurrence|all in all|adding up all|adding together all),? (?:how long are the |how long was |of )?(.+?)(?: ranges)?, how long was this rank \w+\s*\?*$)", "total duration of $1 ranges"},
    {R"(^summed over every occurrence, how long are the (\S+) ranges\s*\?*$)", "total duration of $1 ranges"},
    {R"(^(?:so )?what do all (\S+) ranges add up to\s*\?*$)", "total duration of $1 ranges"},
    {R"(^when the ranges ([\w:]+) of all threads are added together, how (?:much time|long)\b.*$)", "total duration of NVTX ranges named $1"},
    {R"(^(?:adding up|if i add up) every (\S+) call made by the process (?:running|that runs) on (?:gpu|device) (\d+), how much host time is that\s*\?*$)", "total duration of $1 calls on GPU $2"},
    {R"(^summing the durations of the calls by function, which cuda (?:api )?call is at the top\s*\?*$)", "which CUDA call takes the most time in total"},
    {R"(^of the (?:NVTX ranges|stages)(?: of the model)?, what is the name of the one with the largest summed duration\s*\?*$)", "which NVTX range takes the most time in total"},
    {R"(^which of the NVTX ranges (?:eats|takes|uses|costs|needs) the most time(?: over the whole run| in total)?\s*\?*$)", "which NVTX range takes the most time in total"},
    {R"(^if every range's time is added up, what part of that sum comes from (\S+?)\s*\?*$)", "total duration of $1 as a share of total duration of NVTX ranges"},
    {R"(\bhow much of the total duration of all the NVTX ranges belongs to (\S+?),? as a share\s*\?*$)", "total duration of $1 as a share of total duration of NVTX ranges"},
    {R"(\bwhat (?:fraction|share|part) of the ([\w:]+) range's duration does the ([\w:]+) range account for\s*\?*$)", "total duration of $2 as a share of total duration of $1"},
    {R"(^(?:compute )?([\w:]+) time / ([\w:]+) time\s*$)", "total duration of $1 as a share of total duration of $2"},
    {R"(\b(?:of )?all (?:the )?kernel time added up( on (?:gpu|device) \d+|), (?:which|what) (fraction|share|part) goes to (?:the )?(.+?)\s*\?*$)", "what $2 of the total kernel time$1 is $3"},
    // ---- what has the most of something
    {R"(^(?:report |which |the )?kernel with (?:the )?(?:highest|most) registers(?: per thread)?\s*$)", "which kernel has the most registers"},
    {R"(^which kernel here is the most register hungry(?:, per thread)?\s*\?*$)", "which kernel has the most registers"},
    {R"(^(?:report )?kernel with (?:the )?most (?:instances|executions|runs)\s*$)", "which kernel ran most often"},
    {R"(^(?:report )?most frequent nvtx label\b.*$)", "which NVTX range ran most often"},
    {R"(^which nvtx operation appears the largest number of times\b.*$)", "which NVTX range ran most often"},
    {R"(^grouping nvtx ranges by their label\b.*, which label occurs most often\s*\?*$)", "which NVTX range ran most often"},
    {R"(^(?:in )?which OS calls? do the threads spend the most time(?: in)?(?: when all calls are summed)?\s*\?*$)", "which OS call takes the most time in total"},
    {R"(^top OS call by total time\s*$)", "which OS call takes the most time in total"},
    {R"(^what did the threads call most, if i only count OS calls\s*\?*$)", "which OS call has the greatest number of calls"},
    {R"(^max(?:imum)? (?:nvtx (?:range )?)?(\S+?)(?: nvtx)?(?: range)?\s*$)", "longest NVTX range named $1"},
};
// clang-format on

}  // namespace

std::span<const Turn> turns_of_ranks() { return kRanks; }

}  // namespace nsys_ai::inline agent
