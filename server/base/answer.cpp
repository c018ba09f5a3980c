// The names of outcomes in the protocol.
#include "base/answer.h"

namespace nsys_ai {

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::rows:
      return "rows";
    case Outcome::empty:
      return "empty";
    case Outcome::cannot_answer:
      return "cannot_answer";
  }
  return "empty";
}

}  // namespace nsys_ai
