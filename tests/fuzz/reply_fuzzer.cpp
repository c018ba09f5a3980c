// The fuzzer of replies: an input is what a model's service sends.
//
// It is read in each format twice, as it is and cut where its own bytes say. Both must come to one reply or
// one fault, the listener must hear code points that are whole and nothing but the text, and arguments of
// calls are an object or nothing.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "agent/model/reply_reader.h"

namespace {

using namespace nsys_ai;

[[noreturn]] void stop(const char* what) {
  std::fprintf(stderr, "reply_fuzzer: %s\n", what);
  std::abort();
}

const ChatRequest& request() {
  static const ChatRequest request = [] {
    ChatRequest made;
    made.messages.push_back({ChatRole::user, "Why?"});
    for (const char* name : {"query", "run_skill", "a"}) made.tools.push_back({name, "", Json::object()});
    return made;
  }();
  return request;
}

bool is_whole(std::string_view text) {
  return Json(text).compact().find("\xef\xbf\xbd") == std::string::npos ||
         text.find("\xef\xbf\xbd") != std::string_view::npos;
}

// What came of bytes that arrive in pieces of up to `most`, as a text that can be compared.
std::string read(const WireFormat& format, std::string_view bytes, size_t most) {
  std::string heard;
  const ChatSink hear = [&](std::string_view piece) {
    if (!is_whole(piece)) stop("a listener heard a part of a code point");
    heard += piece;
  };
  ReplyDraft draft(request(), hear);
  ReplyReader reader(format, draft);
  bool more = true;
  for (size_t at = 0; at < bytes.size() && more; at += most) more = reader.take(bytes.substr(at, most));
  reader.end();
  if (draft.fault()) return "fault " + std::to_string(draft.fault()->status) + heard;
  const bool ended = draft.end.has_value();
  const ChatReply reply = draft.finish();
  std::string told = (ended ? "ended " : "cut ") + reply.text;
  if (!heard.empty() && heard != reply.text) stop("a listener heard what is not the text");
  for (const ChatToolCall& call : reply.calls) {
    if (!call.arguments.is_object() && !call.arguments.is_null()) stop("arguments are no object");
    if (call.id.empty()) stop("a call has no id");
    told += "\n" + call.id + " " + call.name + " " + call.arguments.compact();
  }
  return told;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const size_t most = 1 + (size > 0 ? data[size / 2] % 16 : 0);
  for (const WireFormat& format : wire_formats())
    if (read(format, bytes, size + 1) != read(format, bytes, most)) stop("a reply depends on how it is cut");
  return 0;
}
