// Splits the bytes of a reply into events: server-sent events, a sequence of JSON values, or a single value.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "agent/model/reply_draft.h"
#include "agent/model/wire_format.h"

namespace nsys_ai {

// Extracts consecutive objects and arrays from a text that arrives in pieces.
class JsonValues {
 public:
  // Calls `take` with the text of each complete value. Returns false on anything else between them.
  bool add(std::string_view bytes, const std::function<void(std::string_view)>& take);
  // The text of an incomplete value; empty if there is none.
  const std::string& open_value() const { return value_; }

 private:
  std::string value_;
  size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

// For one reply and one thread. `draft` outlives it. The first byte determines the framing: a service may
// send a complete reply although a stream was requested.
class ReplyReader {
 public:
  ReplyReader(const WireFormat& format, ReplyDraft& draft) : format_(format), draft_(draft) {}

  // Returns false to stop: the reply is complete or invalid.
  bool take(std::string_view bytes);
  // Marks the end of the data.
  void end();
  // The first bytes, for the error message about data that is no reply.
  const std::string& beginning() const { return beginning_; }

 private:
  enum class Framing { undecided, values, lines };
  void take_line(std::string_view line);
  void take_values(std::string_view bytes);
  bool wants_more() const { return !draft_.over && !draft_.fault(); }

  const WireFormat& format_;
  ReplyDraft& draft_;
  Framing framing_ = Framing::undecided;
  std::string beginning_;
  std::string line_;
  JsonValues values_;
};

}  // namespace nsys_ai
