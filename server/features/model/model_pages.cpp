// Streams a model's output as lines while the model writes; closing the page cancels the model.
#include "features/model/model_pages.h"

#include <memory>
#include <mutex>
#include <utility>

#include "agent/consent/sent_log.h"
#include "protocol/write.h"

namespace nsys_ai {
namespace {

Result<std::string> status_text(const AccessProvider& access) {
  const auto of = access();
  if (!of) return tl::unexpected(of.error());
  return write_json(model_status(*of)).compact();
}

std::string piece_line(std::string_view piece, bool restart) {
  Json line = Json::object();
  line.set("text", std::string(piece));
  line.set("restart", restart);
  return line.compact() + "\n";
}

Result<void> write_words(const ModelPages& of, const ModelReplyRequest& asked, const BodySink& out) {
  const auto access = of.access();
  if (!access) return tl::unexpected(access.error());
  // Serializes the writing thread with other threads that check whether the page is still open.
  std::mutex writing;
  const auto say = [&](std::string_view text) {
    const std::lock_guard lock(writing);
    return out(text);
  };
  const Work work{CancelToken::or_when([&say] { return !say(""); }), {}};
  const ModelReplySink sink = [&](std::string_view piece, bool restart) {
    if (!piece.empty() || restart) static_cast<void>(say(piece_line(piece, restart)));
  };
  const ToolContext context{of.profile, of.answers, of.skills, of.suppressed};
  const ModelQuestion subject{.question = asked.question,
                             .target = asked.target,
                             .after = asked.after,
                             .teach = asked.teach,
                             .kept_only = asked.kept_only};
  const auto words = model_reply_about(context, subject, *access, sink, work);
  if (!words) return tl::unexpected(words.error());
  Json line = Json::object();
  line.set("words", write_json(*words));
  static_cast<void>(say(line.compact() + "\n"));
  return {};
}

}  // namespace

ModelHandle model_handle(const ModelPages& of) {
  ModelHandle model;
  model.status = [access = of.access] { return status_text(access); };
  model.consent = [access = of.access](bool given) -> Result<std::string> {
    const auto asked = access();
    if (!asked) return tl::unexpected(asked.error());
    if (const auto set = set_model_consent(*asked, given); !set) return tl::unexpected(set.error());
    return status_text(access);
  };
  model.sent = []() -> Result<std::string> {
    auto text = sent_text();
    if (!text) return tl::unexpected(text.error());
    return write_json(nsys::ModelSentResult{std::move(*text)}).compact();
  };
  model.words = [of](const ModelReplyRequest& asked) -> BodyProducer {
    return [of, asked](const BodySink& out) { return write_words(of, asked, out); };
  };
  return model;
}

}  // namespace nsys_ai
