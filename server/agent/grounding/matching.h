// Matches claimed figures with given ones.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "agent/grounding/grounding_facts_contents.h"
#include "agent/grounding/topic_words.h"

namespace nsys_ai {

// The subject of a figure, from the words next to it.
struct FigureSubject {
  std::vector<std::string> names;
  std::vector<std::string> identities;  // `gpu 1`
  std::string column = {};              // of the table, if the text names it directly beside the figure
  bool in_table = false;                // the figure is a cell
  bool has_noun = false;                // a column counts what the figure counts
  TopicBits said = {};                     // from words that name no single thing
};

// Finds claimed figures among the given ones. For one thread; the contents outlive it.
class FigureMatcher {
 public:
  explicit FigureMatcher(const GroundingFacts::Contents& contents);

  // Whether a given row has this name.
  bool knows(const std::string& name);
  // Whether exactly this name was given.
  bool is_whole_name(const std::string& name) const;
  // Whether it is not the name of a thing, but a skill or a column heading.
  bool is_title(const std::string& name) const;
  bool is_column(const std::string& name) const;
  // Whether the given data identifies any by number: step 12.
  bool has_identities(std::string_view noun) const;
  bool matches(const Figure& claim, const FigureSubject& subject);
  // The given figure of that subject closest to the claim, as it was written; empty if there is none.
  std::string nearest(const Figure& claim, const FigureSubject& subject);

 private:
  FigureSubject narrowed(FigureSubject subject, const Figure& claim);
  std::vector<uint32_t> rows_where(const std::function<bool(std::string_view)>& fits) const;
  bool may_be(const Figure& claim, const FigureSubject& subject, const GroundingFigure& given) const;
  const std::vector<uint32_t>& rows_of(const std::string& name);
  // By row: whether its figures may be about the subject.
  const std::vector<bool>& allowed(const FigureSubject& subject);

  const GroundingFacts::Contents& contents_;
  std::unordered_map<std::string, std::vector<uint32_t>> rows_of_name_;
  std::vector<std::vector<uint32_t>> rows_of_number_;  // by the index of the name
  std::vector<bool> has_names_;                        // by row
  std::string kept_key_;
  std::vector<bool> kept_;
};

}  // namespace nsys_ai
