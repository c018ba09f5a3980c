// What a language model was given to answer from: the figures, each with the names beside it, and references.
//
// All of it is as it went out, so with aliases for names; what the model says is checked against it before
// names are put back.
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

  // Each line of it, a row of a table or a sentence, with its figures, names and references.
  void add_text(std::string_view text);
  // The cells of the answer with all their digits. Where names of the answer went out as aliases, the answer
  // has these in their place.
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
