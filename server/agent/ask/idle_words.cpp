// Words that say nothing that changes an answer, and nothing at all to the reading of a question either: what is
// left of it has to be whole without them.
#include <algorithm>
#include <array>
#include <string_view>

#include "agent/ask/lexicon.h"

namespace nsys_ai::inline agent {
namespace {

// clang-format off
constexpr std::string_view kIdleWords[] = {
    "absolutely", "accumulate", "accumulated", "accumulates", "accurately", "actual", "aggregate",
    "aggregated", "allow", "allowed", "allows", "alright", "also", "angle", "annoyingly", "answer", "anyway",
    "app", "apparent", "application", "applied", "applies", "apply", "asap", "ask", "asked", "asking",
    "aspect", "associated", "attempt", "attributable", "attribute", "attributed", "attributes", "awful",
    "awfully", "background", "badly", "basis", "behalf", "behavior", "behaviour", "believe", "belonging",
    "belongs", "boss", "bother", "bring", "brings", "brought", "btw", "bunch", "care", "careful",
    "carefully", "carried", "carries", "carry", "carrying", "chart", "chat", "clarify", "clear", "clearly",
    "clue", "code", "colleague", "collect", "collected", "comprise", "comprised", "comprises", "computer",
    "concerned", "conclude", "conclusion", "concrete", "conduct", "conducted", "consider", "considered",
    "considering", "constituted", "constitutes", "contained", "containing", "context", "contribute",
    "contributed", "contributes", "contribution", "conveniently", "correct", "correctly", "crazy", "create",
    "created", "creates", "cuda", "curiosity", "current", "currently", "customer", "damn", "dashboard",
    "deal", "decent", "decide", "deem", "deemed", "deliberately", "deliver", "delivered", "denote",
    "denoted", "derived", "describe", "described", "devote", "devoted", "devotes", "discover", "discovered",
    "dispatch", "dispatched", "dispatches", "display", "displayed", "documentation", "draw", "easily",
    "eligible", "email", "emit", "emits", "emitted", "emitting", "employ", "employed", "employs",
    "encounter", "encountered", "encounters", "engage", "engaged", "entire", "essential", "eventual",
    "eventually", "example", "exhibit", "exhibited", "existing", "experience", "experienced", "experiences",
    "experiment", "explicitly", "export", "extract", "extracted", "extremely", "face", "faced", "fact",
    "fairly", "fancy", "favor", "favour", "feeling", "fine", "fire", "fired", "fires", "folks", "form",
    "formal", "formally", "format", "frankly", "friend", "funny", "fyi", "gather", "gathered", "generate",
    "generated", "generates", "generic", "genuinely", "getting", "glance", "goes", "going", "gone", "good",
    "grab", "grasp", "guess", "guessing", "guy", "guys", "handle", "handled", "handles", "handy", "helps",
    "hint", "hm", "honestly", "hopefully", "hugely", "idea", "imagine", "important", "incredibly", "incur",
    "incurred", "incurs", "indeed", "info", "inform", "information", "inherently", "insanely", "insight",
    "inspect", "inspected", "inspection", "instance", "instances", "interesting", "internally", "invoke",
    "invokes", "invoking", "involved", "involving", "item", "items", "job", "julia", "kind", "kinda",
    "kinds", "known", "lab", "learn", "learned", "let", "lets", "lie", "lies", "like", "list", "literally",
    "live", "log", "looked", "looking", "lot", "luckily", "lying", "manage", "managed", "manager", "manages",
    "manually", "massively", "matter", "maybe", "meaningfully", "meeting", "mere", "moment", "natural",
    "naturally", "nature", "necessary", "nice", "nicely", "nope", "notable", "notably", "note", "notes",
    "notice", "noticed", "now", "observe", "observed", "observes", "obtain", "obtained", "obvious", "odd",
    "oddly", "offer", "offers", "officially", "onto", "operate", "operated", "opinion", "ordinarily",
    "ordinary", "original", "originated", "originates", "page", "painfully", "paper", "particular", "people",
    "perhaps", "person", "phd", "physically", "picture", "piece", "place", "placed", "places", "plain",
    "plainly", "plan", "planned", "plot", "point", "pointing", "position", "possible", "precise", "prefer",
    "presentation", "presented", "pretty", "probably", "process", "processed", "produce", "produced",
    "produces", "profile", "profiled", "program", "programs", "proper", "properly", "provided", "purpose",
    "quantify", "question", "quietly", "quite", "quote", "rather", "reached", "reaches", "ready", "real",
    "realistically", "reasonable", "reasonably", "received", "record", "records", "refer", "reference",
    "referred", "refers", "regard", "relate", "related", "relates", "relevant", "reliably", "reported",
    "request", "requested", "require", "required", "requires", "research", "reside", "resides", "resolve",
    "resolved", "respective", "respond", "resulting", "retrieve", "retrieved", "reveal", "reveals", "review",
    "ridiculously", "role", "sadly", "sake", "saw", "saying", "says", "scheduled", "scientific", "script",
    "seeing", "seemingly", "seems", "selected", "sense", "sentence", "serious", "seriously", "serve",
    "served", "serves", "service", "severe", "sheet", "side", "sign", "significantly", "silently", "simple",
    "sit", "sitting", "situation", "slide", "slightly", "smoothly", "software", "sort", "special",
    "specific", "specifically", "spin", "spinning", "spins", "spreadsheet", "stand", "standing", "stands",
    "stated", "statement", "stem", "stems", "strange", "strangely", "strictly", "stuck", "stuff", "subject",
    "submit", "submits", "submitted", "substantially", "suitable", "super", "suppose", "supposed",
    "supposedly", "sure", "surely", "surprising", "surprisingly", "survey", "surveyed", "suspicious",
    "suspiciously", "talk", "task", "team", "technically", "telling", "thesis", "thing", "things", "think",
    "thinking", "thoroughly", "today", "tool", "topic", "touch", "touched", "touches", "traced", "tracked",
    "training", "trigger", "triggered", "triggers", "true", "try", "trying", "turn", "turned", "turns",
    "ugly", "undergo", "undergoes", "undergone", "underlying", "understand", "understanding", "unexpected",
    "unexpectedly", "unusual", "unusually", "up", "upon", "usable", "useful", "user", "users", "utterly",
    "valid", "various", "very", "viewed", "virtually", "visible", "visibly", "visit", "visited", "wanted",
    "wants", "watch", "watched", "watching", "way", "ways", "weird", "weirdly", "welcome", "well", "wildly",
    "wonder", "wonders", "word", "words", "worked", "workload", "works", "world", "yeah", "yep", "yielded"};
static_assert(std::ranges::is_sorted(kIdleWords));
// clang-format on

}  // namespace

bool is_idle_word(std::string_view word) { return std::ranges::binary_search(kIdleWords, word); }

}  // namespace nsys_ai::inline agent
