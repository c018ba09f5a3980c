// Bytes of a reply, as they come, to events: server-sent ones, JSON values after each other, or one value.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "agent/model/reply_draft.h"
#include "agent/model/wire_format.h"

namespace nsys_ai {

// Cuts objects and arrays that follow each other out of a text that comes in pieces.
class JsonValues {
 public:
  // Calls `take` with the text of each that is whole. False on anything else between them.
  bool add(std::string_view bytes, const std::function<void(std::string_view)>& take);
  // What has begun and not ended; empty when nothing has.
  const std::string& open_value() const { return value_; }

 private:
  std::string value_;
  size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;
};

// For one reply, and one thread. `draft` outlives it. Which of the three comes is told by the first byte: a
// service may answer whole where a stream was asked for.
class ReplyReader {
 public:
  ReplyReader(const WireFormat& format, ReplyDraft& draft) : format_(format), draft_(draft) {}

  // False when no more is wanted: the reply is over, or is none.
  bool take(std::string_view bytes);
  // No more will come.
  void end();
  // Its first bytes, for whoever has to say what came instead of a reply.
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
