// The data that a language model was given for its answer: figures, each with the names beside it, and
// references.
//
// The data is in the form that was sent, with aliases for names; the model's text is checked against it
// before names are restored.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "agent/grounding/figures.h"
#include "base/answer.h"

namespace nsys_ai {

// For one thread.
class GroundingFacts {
 public:
  GroundingFacts();
  ~GroundingFacts();
  GroundingFacts(GroundingFacts&&) noexcept;
  GroundingFacts& operator=(GroundingFacts&&) noexcept;

  // Adds each line, a table row or a sentence, with its figures, names and references.
  void add_text(std::string_view text);
  // Adds the cells of the answer with all digits. If the answer's names were sent as aliases, `answer` must
  // contain the aliases.
  void add_answer(const Answer& answer);
  void add_table(const Table& table);
  void add_reference(std::string_view reference);

  bool has_reference(std::string_view reference) const;

  struct Contents;
  const Contents& contents() const { return *contents_; }

 private:
  std::unique_ptr<Contents> contents_;
};

}  // namespace nsys_ai
