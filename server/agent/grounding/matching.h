// Whether a figure that is claimed is one that was handed out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "agent/grounding/grounding_facts_contents.h"
#include "agent/grounding/topic_words.h"

namespace nsys_ai {

// What a figure is about, by what stands next to it.
struct FigureSubject {
  std::vector<std::string> names;
  std::vector<std::string> identities;  // `gpu 1`
  std::string column = {};              // of the table, where the text says it right beside
  bool in_table = false;                // the figure is a cell
  bool has_noun = false;                // a column counts what the figure counts
  TopicBits said = {};                     // in words that name no single thing
};

// Finds figures among those that were handed out. For one thread; the contents outlive it.
class FigureMatcher {
 public:
  explicit FigureMatcher(const GroundingFacts::Contents& contents);

  // Whether a row that was handed out names this.
  bool knows(const std::string& name);
  // Whether it was handed out just so, as a name.
  bool is_whole_name(const std::string& name) const;
  // Whether it is no name of a thing: a skill, or the heading of a column.
  bool is_title(const std::string& name) const;
  bool is_column(const std::string& name) const;
  // Whether any was told by number: step 12.
  bool has_identities(std::string_view noun) const;
  bool matches(const Figure& claim, const FigureSubject& subject);
  // The handed out figure of that subject that is nearest to the claim, as it was written; empty for none.
  std::string nearest(const Figure& claim, const FigureSubject& subject);

 private:
  FigureSubject narrowed(FigureSubject subject, const Figure& claim);
  std::vector<uint32_t> rows_where(const std::function<bool(std::string_view)>& fits) const;
  bool may_be(const Figure& claim, const FigureSubject& subject, const GroundingFigure& given) const;
  const std::vector<uint32_t>& rows_of(const std::string& name);
  // By row: whether figures there may be about the subject.
  const std::vector<bool>& allowed(const FigureSubject& subject);

  const GroundingFacts::Contents& contents_;
  std::unordered_map<std::string, std::vector<uint32_t>> rows_of_name_;
  std::vector<std::vector<uint32_t>> rows_of_number_;  // by the name's number
  std::vector<bool> has_names_;                        // by row
  std::string kept_key_;
  std::vector<bool> kept_;
};

}  // namespace nsys_ai
