// A root cause, as its page in docs/root-causes says it: when it holds, in data, and what to do, in words.
//
// A page is Markdown after a front matter in a subset of YAML: `name: value`, or `name: >` with the value on
// indented lines, or `name:` with items after `- ` on indented lines. Names:
//
//   title       one line about a run in which it holds
//   detail      numerator, denominator, scope and evidence
//   severity    `information`, where nothing is at stake; else the share of the span at stake says it
//   without     `GPU work`: the cause is judged where the scope holds none, and only there
//   floor       the least share of the capture at stake that is worth a word; 0.03 when not given
//   claims      a list of the uses of time (time_account) that a fix gives back
//   within      a list of the keys of wider causes, which claim only what this one leaves them
//   uses        a list of TABLE = SKILL [PARAMETER=VALUE]..., with `~` for a blank in a value, or
//               TABLE = query SELECT ...; the cause cannot be judged where the skill cannot answer
//   may use     the same, and the table is empty there
//
// In the text are five sections: Symptom, Why, Detection, What to do, How to verify. A paragraph of What to
// do that begins with `In PyTorch: `, or another framework's name, is for programs that use it alone; one
// that begins with `On Volta and Turing: ` or `On Ampere and later: `, for GPUs whose tensor cores are of
// that generation; with `On Ampere and later, in PyTorch: `, for both; with `With WORDS: `, for runs of which
// the condition's row has those words in its column `with_what`. The first ```sql block of Detection is the
// condition over those tables, the second, where there is one, lists references of events in its first
// column, with blanks between those of one row. The condition may use the view `run(gpus, capture_ns,
// span_ns)`, summed over the GPUs in scope, and `claimed`: the rows of time_account whose use it claims and
// no narrower cause that holds does. The cause holds when the condition has a row; what is at stake is the
// time in `claimed`, or where nothing is claimed the column at_stake_ns. A column about_ns says of how much
// time the finding speaks where none is at stake.
//
// `{name}` in title and detail is a column of that row in the unit that the end of its name says (_ns,
// _share, _bytes, else a count or a text; a column `kernel` is the name of a kernel, in the title as people
// say it, in the detail as they tell kernels apart), or one of: {share}, what is at stake as a share that
// names its whole; {of_whole}, the same with both times; {whole}; {scope}, a word for the whole; {gpus}. What
// stands in [brackets] is left out when a column in it is null or empty.
//
// The whole is the capture, or the window that was asked about. What is at stake of it may be too little for
// a word, and yet be much of the time between the first and the last operation of the GPUs: then it is said
// of that time, as information.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "knowledge/finding.h"
#include "skill/params.h"

namespace nsys_ai {

struct CauseInput {
  std::string table;
  std::string skill;  // empty for a query
  ParamValues params;
  std::string query;
  bool optional = false;
  std::string text;  // as written after the `=`
};

// What to do besides, in programs that use a framework, on GPUs of a generation, or where the rows say so.
struct SpecialAdvice {
  // Names of Framework and TensorCoreGeneration, and words of the condition's row, all of which hold.
  std::vector<std::string> conditions;
  std::string text;
};

struct Cause {
  std::string key;      // the name of the file without `.md`
  std::string heading;  // of the page
  std::string title;
  std::string detail;
  std::optional<Severity> severity;
  bool without_gpu_work = false;
  double floor = 0.03;
  std::vector<TimeUse> claims;
  std::vector<std::string> within;
  std::vector<CauseInput> inputs;
  std::string condition;
  std::string evidence;
  std::string symptom;
  std::string why;
  std::string what_to_do;  // in any program
  std::vector<SpecialAdvice> special_advice;
  std::string verify;
  bool is_users = false;  // a page of the user's own, whose SQL is a stranger's
};

// Fails with `FILE:LINE: what is wrong`.
Result<Cause> parse_cause(std::string_view file_name, std::string_view text);

}  // namespace nsys_ai
