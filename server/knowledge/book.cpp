// Parses the embedded pages once.
#include "knowledge/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "base/embedded.h"
#include "base/guarded.h"
#include "knowledge/sentence_template.h"

namespace nsys_ai::inline knowledge {

std::span<const EmbeddedFile> embedded_root_causes();

namespace {

std::vector<Cause> parsed_book() {
  std::vector<Cause> book;
  for (const EmbeddedFile& file : embedded_root_causes()) {
    auto cause = parse_cause(file.name.substr(file.name.rfind('/') + 1), file.content);
    if (!cause) throw ThrownError(cause.error());
    book.push_back(std::move(*cause));
  }
  std::ranges::sort(book, {}, &Cause::key);
  return book;
}

std::string asked_skills(const Cause& cause) {
  std::string skills;
  for (const CauseInput& input : cause.inputs) {
    if (input.skill.empty() || skills.find("`" + input.skill + "`") != std::string::npos) continue;
    skills += fmt::format("{}`{}`", skills.empty() ? "" : ", ", input.skill);
  }
  return skills;
}

}  // namespace

std::span<const Cause> root_cause_book() {
  static const std::vector<Cause> book = parsed_book();
  return book;
}

std::string book_contents() {
  std::string text =
      "# The book of root causes\n\n"
      "What makes GPU time expensive, page by page: the symptom, why it happens, the skill and the condition that detect it, what to do, and how to verify. "
      "`nsys-ai skill run root_causes PROFILE` asks all of them; the condition on a page is the one that runs.\n\n"
      "A finding is high when at least 20 % of the capture, or of the window that is asked about, is at stake, medium from 10 %, low from the page's floor, 3 % unless the page says otherwise. "
      "No time is at stake twice: what two pages explain is the narrower one's. "
      "What is less is information where it is a fifth of the time between the first and the last GPU operation, and else not reported. "
      "Where nothing can be won, it is information too.\n\n"
      "| Cause | Symptom | What to do first | Detected by |\n|---|---|---|---|\n";
  for (const Cause& cause : root_cause_book())
    text += fmt::format("| [{}]({}.md) | {} | {} | {} |\n", cause.heading, cause.key,
                        first_sentence(cause.symptom), first_sentence(cause.what_to_do), asked_skills(cause));
  return text;
}

}  // namespace nsys_ai::inline knowledge
