// Merges fragments of tool calls, and decides which text the listener receives.
#include "agent/model/reply_draft.h"

#include <fmt/format.h>

#include <algorithm>

#include "agent/model/loose_json.h"

namespace nsys_ai {
namespace {

constexpr size_t kMostCalls = 64;
constexpr int64_t kMostBytesOfAToken = 16;  // the average for any text is below this
constexpr std::string_view kThoughtBegins = "<think>";
constexpr std::string_view kThoughtEnds = "</think>";
constexpr std::string_view kBlanks = " \t\r\n";

}  // namespace

void ReplyDraft::fail(ServiceFault fault) {
  if (!fault_) fault_ = std::move(fault);
}

// Stops reading a service that exceeds the requested length.
void ReplyDraft::add_text(std::string_view piece) {
  if (too_long_) return;
  const size_t room = static_cast<size_t>(request_.most_output_tokens * kMostBytesOfAToken) - taken_;
  if (piece.size() > room) {
    size_t whole = room;
    while (whole > 0 && (static_cast<unsigned char>(piece[whole]) & 0xC0U) == 0x80) --whole;
    piece = piece.substr(0, whole);
    too_long_ = true;
    end = ChatEnd::out_of_tokens;
    over = true;
  }
  taken_ += piece.size();
  text_ += piece;
  let_through();
}

void ReplyDraft::let_through() {
  if (gate_ == Gate::undecided && !decide()) return;
  if (gate_ == Gate::thinking && !skip_thought()) return;
  if (gate_ == Gate::open) give(text_.size());
}

// Returns false while the text so far may still be a thought or a call.
bool ReplyDraft::decide() {
  const size_t first = text_.find_first_not_of(kBlanks);
  if (first == std::string::npos) return false;
  const std::string_view rest = std::string_view(text_).substr(first);
  if (!thought_ && rest.starts_with(kThoughtBegins)) {
    thought_ = true;
    gate_ = Gate::thinking;
    searched_ = first;
  } else if (!thought_ && kThoughtBegins.starts_with(rest)) {
    return false;
  } else {
    const bool may_be_call = may_call() && std::string_view("{[`<").find(rest.front()) != std::string::npos;
    gate_ = may_be_call ? Gate::held : Gate::open;
  }
  return true;
}

// Returns false while the thought continues.
bool ReplyDraft::skip_thought() {
  const size_t end = text_.find(kThoughtEnds, searched_);
  if (end == std::string::npos) {
    searched_ = std::max(searched_, text_.size() - std::min(text_.size(), kThoughtEnds.size()));
    return false;
  }
  const size_t after = text_.find_first_not_of(kBlanks, end + kThoughtEnds.size());
  text_.erase(0, after);
  gate_ = Gate::undecided;
  let_through();
  return false;
}

void ReplyDraft::give(size_t end) {
  const std::string_view news = std::string_view(text_).substr(given_, end - given_);
  given_ = end;
  if (!news.empty() && sink_) sink_(news);
}

// Null if there are too many.
ReplyDraft::Call* ReplyDraft::call_of(const CallFragment& fragment) {
  for (auto call = calls_.rbegin(); call != calls_.rend(); ++call) {
    const bool same = fragment.index ? call->index == fragment.index : fragment.id.empty();
    // Some services give several calls the first index.
    const bool another = !fragment.id.empty() && !call->id.empty() && call->id != fragment.id;
    if (same && !another) return &*call;
    if (!fragment.index) break;
  }
  if (calls_.size() == kMostCalls) {
    const std::string note =
        fmt::format("The model asked for more than {} tools at once: the rest is left out.", kMostCalls);
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    return nullptr;
  }
  calls_.push_back({fragment.index, "", "", "", std::nullopt});
  return &calls_.back();
}

void ReplyDraft::add(const CallFragment& fragment) {
  Call* call = call_of(fragment);
  if (!call) return;
  if (call->id.empty()) call->id = fragment.id;
  if (call->name.empty()) call->name = fragment.name;
  call->arguments += fragment.arguments;
}

void ReplyDraft::add_call(const std::string& id, const std::string& name, const Json* arguments) {
  // A unique index: a complete call must not merge with another.
  Call* call = call_of({-1 - static_cast<int64_t>(calls_.size()), id, name, ""});
  if (!call) return;
  call->id = id;
  call->name = name;
  if (!arguments) return;
  if (const std::string* text = arguments->if_string())
    call->arguments = *text;
  else
    call->whole = arguments->is_null() ? Json::object() : *arguments;
}

std::vector<ChatToolCall> ReplyDraft::calls() const {
  std::vector<ChatToolCall> calls;
  for (const Call& call : calls_) {
    // If the output limit cut the call off, the missing part is not guessed.
    const bool cut = end == ChatEnd::out_of_tokens && &call == &calls_.back();
    Json arguments;
    if (call.whole)
      arguments = *call.whole;
    else if (const auto strict = Json::parse(call.arguments); strict && strict->is_object())
      arguments = *strict;
    else if (!cut)
      arguments = loose_arguments(call.arguments);
    if (!arguments.is_object()) arguments = Json();
    calls.push_back({call.id.empty() ? fmt::format("call_{}", calls.size() + 1) : call.id, call.name,
                     std::move(arguments)});
  }
  return calls;
}

ChatReply ReplyDraft::finish() {
  ChatReply reply;
  reply.calls = calls();
  if (gate_ == Gate::thinking) text_.clear();
  if (reply.calls.empty() && gate_ == Gate::held) {
    reply.calls = calls_in_text(text_, request_.tools);
    if (!reply.calls.empty()) text_.clear();
  }
  give(text_.size());
  reply.text = std::move(text_);
  reply.end = too_long_ ? ChatEnd::out_of_tokens : end.value_or(ChatEnd::finished);
  if (reply.end == ChatEnd::finished && !reply.calls.empty()) reply.end = ChatEnd::tool_calls;
  if (reply.end == ChatEnd::tool_calls && reply.calls.empty()) reply.end = ChatEnd::finished;
  reply.usage = usage;
  reply.notes = std::move(notes);
  return reply;
}

}  // namespace nsys_ai
