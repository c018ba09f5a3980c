// Collects the facts without a model, checks whether a model may be used, and then runs the conversation.
#include "tools/model_reply.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "agent/consent/consent.h"
#include "agent/consent/reply_cache.h"
#include "agent/consent/policy.h"
#include "agent/consent/sent_log.h"
#include "agent/consent/spending.h"
#include "agent/model/remote_model.h"
#include "base/quotation.h"
#include "base/text_table.h"
#include "tools/tool_answer.h"

namespace nsys_ai {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kBytesOfFacts = 6'000;
constexpr int64_t kBytesOfOverview = 4'000;
constexpr int64_t kBytesOfATool = 6'000;

constexpr std::string_view kEditor = "editor";
// The tools for small models, which choose badly among many.
constexpr std::array<std::string_view, 4> kFewTools = {"explain", "find_skill", "overview", "run_skill"};

Result<std::unique_ptr<ChatModel>> chosen_model(const ModelAccess& access) {
  const ModelSettings& settings = access.settings;
  if (const auto allowed = models_allowed(); !allowed) return tl::unexpected(allowed.error());
  if (!settings.enabled)
    return fail(ErrorCode::cannot_do, "Language models are turned off by the setting ai.enabled.",
                "Everything else works without.");
  if (settings.model.empty())
    return fail(ErrorCode::cannot_do, "No language model is chosen.",
                "Set ai.model or NSYS_AI_MODEL, such as anthropic:NAME, openai:NAME or ollama:NAME.");
  if (settings.model != kEditor)
    return make_chat_model({settings.model, settings.base_url, log_sent}, access.keys);
  if (!access.editor_model)
    return fail(ErrorCode::cannot_do, "There is no editor here whose model could be asked.",
                "Set ai.model or NSYS_AI_MODEL, such as anthropic:NAME, openai:NAME or ollama:NAME.");
  return access.editor_model();
}

ConsentSubject consent_subject(const ModelAccess& access, const ChatModel& model) {
  return {access.workspace, model.host(), access.settings.names};
}

// Requires neither a key nor a chosen model, so that a person who removed the key or turned models off can
// withdraw the consent, too. Without a chosen model, or with one whose name says no service, withdraws it for all models.
Result<void> withdraw(const ModelAccess& access) {
  const ModelSettings& settings = access.settings;
  if (settings.model.empty()) return withdraw_consent(access.workspace, "");
  if (settings.model == kEditor && !access.editor_model) return withdraw_consent(access.workspace, "");
  if (settings.model == kEditor) {
    const auto model = access.editor_model();
    return withdraw_consent(access.workspace, model ? (*model)->host() : "");
  }
  const auto host = host_of({settings.model, settings.base_url});
  return withdraw_consent(access.workspace, host ? *host : "");
}

// The messages of file readers end without punctuation.
std::string message_with_hint(const Error& error) {
  std::string text = one_line(error.message);
  if (error.hint.empty()) return text;
  if (!text.empty() && std::string_view(".!?").find(text.back()) == std::string_view::npos) text += '.';
  return text + " " + one_line(error.hint);
}

nsys::Words none(const Error& why) {
  nsys::Words words;
  words.schema = "nsys-ai.words/1";
  words.outcome = "none";
  words.reason = message_with_hint(why);
  return words;
}

// A model gets only the text, so the text may use all the bytes.
ToolContext for_a_model(const ToolContext& context) {
  ToolContext text_only = context;
  text_only.sent = Sent::text;
  return text_only;
}

Result<std::string> text_by(const char* tool, const ToolContext& context, Json params, int64_t bytes,
                            const Work& work) {
  params.set("bytes", bytes);
  const auto answer = run_tool(*tool_named(tool), for_a_model(context), params, work);
  if (!answer) return tl::unexpected(answer.error());
  return answer->text;
}

struct WordsFacts {
  std::string task;
  std::string text;
};

// The facts about the subject that are known without a model.
Result<WordsFacts> facts_about(const ToolContext& context, const ModelQuestion& subject, const Work& work) {
  Json params = Json::object();
  if (!subject.target.empty()) {
    params.set("target", subject.target);
    auto text = text_by("explain", context, std::move(params), kBytesOfFacts, work);
    if (!text) return tl::unexpected(text.error());
    return WordsFacts{fmt::format("Explain {}, and what it means for the run.", subject.target), std::move(*text)};
  }
  if (!subject.report.empty())
    return WordsFacts{
        "What limits the run in the part that this report is about, and what should be done first?",
        fitted_text(subject.report, Json::object(), {kBytesOfFacts, Sent::text}, "Use the tools.").text};
  auto overview = text_by("overview", context, Json::object(),
                          subject.question.empty() ? kBytesOfFacts : kBytesOfOverview, work);
  if (!overview) return tl::unexpected(overview.error());
  if (subject.question.empty())
    return WordsFacts{"What limits this run, and what should be done first?", std::move(*overview)};
  params.set("question", subject.question);
  if (!subject.after.empty()) params.set("after", subject.after);
  auto answer = text_by("ask", context, std::move(params), kBytesOfFacts, work);
  if (!answer) return tl::unexpected(answer.error());
  return WordsFacts{subject.question,
               "Answer without a model:\n" + *answer + "\nOverview of the run:\n" + *overview};
}

// Excluded for models: they write the query directly, instead of words that have to be parsed again.
constexpr std::string_view kForPeople = "ask";

using ToolNames = std::span<const std::string_view>;

// Empty means all. The host of a service does not reveal the size of its models, but most models that people
// run in Ollama are small.
ToolNames offered_tools(const ModelSettings& settings) {
  const OfferedTools usual = settings.model.starts_with("ollama:") ? OfferedTools::few : OfferedTools::all;
  return settings.tools.value_or(usual) == OfferedTools::few ? ToolNames(kFewTools) : ToolNames();
}

ReplyTools tools_for(const ToolContext& context, ToolNames names) {
  ReplyTools tools;
  for (const Tool& tool : all_tools())
    if (names.empty() ? tool.name != kForPeople : std::ranges::find(names, tool.name) != names.end())
      tools.tools.push_back({std::string(tool.name), std::string(tool.doc), tool.input});
  tools.call = [&context](const std::string& name, const Json& given,
                          const Work& work) -> Result<std::string> {
    const Tool* tool = tool_named(name);
    if (!tool) return fail(ErrorCode::bad_request, "There is no tool " + quotation(name) + ".");
    Json params = given;
    const Json* bytes = params.find("bytes");
    if (!bytes || bytes->if_integer().value_or(kBytesOfATool) > kBytesOfATool)
      params.set("bytes", kBytesOfATool);
    const auto answer = run_tool(*tool, for_a_model(context), params, work);
    if (!answer) return tl::unexpected(answer.error());
    return answer->text;
  };
  return tools;
}

// Limits the conversation to today's remaining budget, and records its cost.
Result<ModelReply> conversation(const ToolContext& context, ChatModel& model, const ReplyRequest& request,
                                const ReplyTools& tools, const ModelSettings& settings,
                                const ModelReplySink& sink, const Work& work) {
  const auto spent = spent_today();
  if (!spent) return tl::unexpected(spent.error());
  if (const auto room = check_day(*spent, settings.limits); !room) return tl::unexpected(room.error());
  Aliases aliases(*context.profile, settings.names);
  ModelReply reply = answer_in_words(model, request, tools, aliases, settings, sink, work);
  if (const auto counted = add_spending(reply.usage, settings); !counted)
    reply.notes.push_back(counted.error().message);
  return reply;
}

// The model, if a person gave consent; otherwise null with the reason.
struct AgreedModel {
  std::unique_ptr<ChatModel> model;
  Error why = {};
  bool needs_consent = false;
};

AgreedModel model_with_consent(const ModelAccess& access) {
  auto model = chosen_model(access);
  if (!model) return {nullptr, model.error()};
  const auto given = has_consent(consent_subject(access, **model));
  if (!given) return {nullptr, given.error()};
  if (*given) return {std::move(*model)};
  return {
      nullptr,
      {ErrorCode::cannot_do, fmt::format("Nobody has agreed yet that {} is asked.", (*model)->host()), ""},
      true};
}

ReplyKey key_of(const ToolContext& context, const ModelQuestion& subject, const ModelAccess& access,
                const WordsFacts& facts) {
  const fs::path& file = context.profile->info().path;
  std::error_code gone;
  ReplyKey key = {"1",
                  access.settings.model,
                  access.settings.base_url,
                  std::string(name_of(access.settings.names)),
                  fmt::format("{} {}", fs::file_size(file, gone),
                              fs::last_write_time(file, gone).time_since_epoch().count()),
                  subject.teach ? "teach" : "",
                  facts.task,
                  facts.text};
  for (const EarlierExchange& earlier : subject.earlier) {
    key.push_back(earlier.question);
    key.push_back(earlier.answer);
  }
  return key;
}

// The line below the words.
std::string line_below(const nsys::Words& words, const ModelReply& reply) {
  std::string line =
      check_line(reply.checked) + fmt::format(" By {}, {} tokens", words.model.value_or(""),
                                              readable_count(words.inputTokens + words.outputTokens));
  if (words.costUsd) line += fmt::format(", {:.4f} dollars", *words.costUsd);
  line += ".";
  for (const std::string& note : reply.notes) line += " " + one_line(note);
  return line;
}

nsys::Words wire_words(const ModelReply& reply, const ChatModel& model, const ModelSettings& settings) {
  nsys::Words words = reply.failure ? none(*reply.failure) : nsys::Words{};
  words.schema = "nsys-ai.words/1";
  words.model = model.name();
  words.inputTokens = reply.usage.input;
  words.outputTokens = reply.usage.output;
  words.toolCalls = reply.tool_calls;
  words.costUsd = cost_of(reply.usage, settings);
  if (reply.failure) return words;
  words.outcome = "words";
  words.text = reply.checked.text;
  words.figures = reply.checked.figures;
  words.checked = reply.checked.matched;
  words.unchecked = reply.checked.mismatches;
  words.refs = reply.checked.references;
  words.below = line_below(words, reply);
  return words;
}

}  // namespace

nsys::ModelStatus model_status(const ModelAccess& access) {
  nsys::ModelStatus status;
  status.hover = name_of(access.settings.hover);
  if (const auto spent = spent_today()) status.spent = spent_text(*spent, access.settings.limits);
  const auto model = chosen_model(access);
  if (!model) {
    status.reason = message_with_hint(model.error());
    return status;
  }
  const ConsentSubject subject = consent_subject(access, **model);
  status.available = true;
  status.model = (*model)->name();
  status.host = (*model)->host();
  status.sends = consent_question(subject);
  const auto given = has_consent(subject);
  if (!given) status.reason = message_with_hint(given.error());
  status.consent = given && *given;
  return status;
}

Result<void> set_model_consent(const ModelAccess& access, bool given) {
  if (!given) return withdraw(access);
  const auto model = chosen_model(access);
  if (!model) return tl::unexpected(model.error());
  return give_consent(consent_subject(access, **model));
}

Result<nsys::Words> model_reply_about(const ToolContext& context, const ModelQuestion& subject,
                                const ModelAccess& access, const ModelReplySink& sink, const Work& work) {
  if (!subject.question.empty() && !subject.target.empty())
    return fail(ErrorCode::bad_request, "A question and a target cannot be asked together.", "Give one.");
  const AgreedModel agreed = model_with_consent(access);
  if (!agreed.model) {
    nsys::Words words = none(agreed.why);
    if (agreed.needs_consent) words.needsConsent = true;
    return words;
  }
  const auto facts = facts_about(context, subject, work);
  if (!facts) return tl::unexpected(facts.error());
  const ReplyKey key = key_of(context, subject, access, *facts);
  if (auto kept = cached_reply(key)) {
    kept->kept = true;
    kept->below += " Answered before, at no cost now.";
    return std::move(*kept);
  }
  if (subject.kept_only) return none({ErrorCode::cannot_do, "This was not answered in words yet.", ""});
  const auto reply =
      conversation(context, *agreed.model, {facts->task, facts->text, subject.earlier, subject.teach},
                   tools_for(context, offered_tools(access.settings)), access.settings, sink, work);
  if (!reply) return none(reply.error());
  if (work.cancel.cancelled()) return cancelled();
  nsys::Words words = wire_words(*reply, *agreed.model, access.settings);
  for (const std::string& note : context.profile->notes()) words.below += " Note: " + one_line(note) + ".";
  if (words.outcome == "words") cache_reply(key, words);
  return words;
}

Result<ModelReply> reply_about(const ToolContext& context, const std::string& question,
                               const ModelAccess& access, const Work& work) {
  const AgreedModel agreed = model_with_consent(access);
  if (!agreed.model) return tl::unexpected(agreed.why);
  const auto facts = facts_about(context, {.question = question}, work);
  if (!facts) return tl::unexpected(facts.error());
  return conversation(context, *agreed.model, {facts->task, facts->text},
                      tools_for(context, offered_tools(access.settings)), access.settings, {}, work);
}

Result<ModelReply> reply_by_sql(const ToolContext& context, const std::string& question,
                                const ModelAccess& access, const Work& work) {
  constexpr std::array<std::string_view, 2> kSqlAlone = {"query", "schema"};
  const AgreedModel agreed = model_with_consent(access);
  if (!agreed.model) return tl::unexpected(agreed.why);
  return conversation(context, *agreed.model, {question, ""}, tools_for(context, kSqlAlone), access.settings,
                      {}, work);
}

}  // namespace nsys_ai
