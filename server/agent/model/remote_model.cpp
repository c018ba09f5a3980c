// Calls a service, and retries if that may help: before the listener received any text, and within the
// request's time.
#include "agent/model/remote_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

#include "agent/model/http_exchange.h"
#include "agent/model/reply_reader.h"
#include "agent/model/service_error.h"
#include "base/quotation.h"
#include "base/suggest.h"

namespace nsys_ai {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr int kMostRetries = 2;         // for a service that fails
constexpr int kMostPatientRetries = 6;  // for a service that asks to wait
constexpr size_t kMostRefusalBytes = 64 * 1024;

// The result of one attempt: a reply, or an error that may be worth a retry after a delay.
struct Attempt {
  Result<ChatReply> reply;
  bool again = false;
  int most_retries = 0;
  std::optional<milliseconds> wait = {};  // requested by the service
};

// Scales the delay to between three and five quarters, so that clients that were refused together do not
// retry together; never below a delay that the service requested.
milliseconds jittered(milliseconds wait, double least) {
  std::minstd_rand random(std::random_device{}());
  return std::chrono::duration_cast<milliseconds>(wait * std::uniform_real_distribution(least, 1.25)(random));
}

// Immutable, so threads may share it.
class RemoteModel : public ChatModel {
 public:
  RemoteModel(const WireFormat& format, std::string name, ServiceAddress address, KeyStore keys,
              RetryTimes patience, BodyObserver before_sending)
      : format_(format),
        name_(std::move(name)),
        address_(std::move(address)),
        keys_(std::move(keys)),
        patience_(patience),
        before_sending_(std::move(before_sending)) {}

  const std::string& name() const override { return name_; }
  const std::string& host() const override { return address_.host; }
  Result<ChatReply> complete(const ChatRequest& request, const ChatSink& text_sink,
                             const Work& work) override;

 private:
  Attempt attempt(const ChatRequest& request, const ChatSink& sink, Clock::time_point deadline,
                  const Work& work) const;
  HttpRequest http_request(const ChatRequest& request) const;
  Attempt outcome(const Asked& asked, const HttpEnd& end, const ServiceFault& refusal, ReplyDraft& draft,
                  const ReplyReader& reader) const;

  const WireFormat& format_;
  const std::string name_;
  const ServiceAddress address_;
  const KeyStore keys_;
  const RetryTimes patience_;
  const BodyObserver before_sending_;
};

HttpRequest RemoteModel::http_request(const ChatRequest& request) const {
  // People often give addresses that include the version, which is also part of the path.
  std::string path = address_.path;
  constexpr std::string_view kVersion = "/v1";
  if (path.ends_with(kVersion) && format_.path.starts_with(kVersion))
    path.resize(path.size() - kVersion.size());
  return {.url = address_.origin + path + std::string(format_.path),
          .loopback = address_.loopback,
          .headers = format_.headers,
          .key_header = std::string(format_.key_header),
          .body = format_.body(request, {name_, address_.origin == format_.own_service}).compact(),
          .waiting = fmt::format("waiting for {} of {}", name_, host())};
}

// Whether a retry may help, and after which delay.
Attempt refused_attempt(const Asked& asked, const HttpHead& head, const ServiceFault& fault) {
  Attempt attempt{tl::unexpected(fault_error(asked, fault))};
  if (is_out_of_credit(fault)) return attempt;
  attempt.wait = waiting_time(head.retry_after, std::chrono::system_clock::now());
  const bool asks_for_patience =
      fault.status == 429 || fault.status == 529 || (fault.status == 503 && attempt.wait);
  attempt.again = asks_for_patience || fault.status >= 500;
  attempt.most_retries = asks_for_patience ? kMostPatientRetries : kMostRetries;
  return attempt;
}

Attempt RemoteModel::outcome(const Asked& asked, const HttpEnd& end, const ServiceFault& refusal,
                             ReplyDraft& draft, const ReplyReader& reader) const {
  if (end.trouble == HttpFailure::cancelled) return {cancelled()};
  if (end.head.status >= 300 && end.head.status < 400 && !end.head.location.empty())
    return {tl::unexpected(redirect_error(asked, end.head.location))};
  if (end.head.status >= 300) return refused_attempt(asked, end.head, refusal);
  if (draft.fault()) {
    Attempt attempt = refused_attempt(asked, end.head, *draft.fault());
    attempt.again = attempt.again && !draft.heard();
    return attempt;
  }
  // The reply is complete, however the connection ended.
  if (draft.end) {
    ChatReply reply = draft.finish();
    reply.text = asked.key.masked(reply.text);
    return {std::move(reply)};
  }
  if (end.trouble == HttpFailure::none && draft.empty())
    return {tl::unexpected(fault_error(asked, {0, reader.beginning()}))};
  HttpEnd reported = end;
  if (reported.trouble == HttpFailure::none) reported.trouble = HttpFailure::dropped;
  const bool again = reported.trouble == HttpFailure::dropped && !draft.heard();
  return {tl::unexpected(failure_error(asked, reported)), again, kMostRetries};
}

Attempt RemoteModel::attempt(const ChatRequest& request, const ChatSink& sink, Clock::time_point deadline,
                             const Work& work) const {
  const auto key = find_key(format_, address_, keys_, work);
  if (!key) return {tl::unexpected(key.error())};
  const Asked asked{format_, address_, name_, *key};
  ReplyDraft draft(request, sink);
  ReplyReader reader(format_, draft);
  HttpRequest sent = http_request(request);
  if (before_sending_)
    if (const auto allowed = before_sending_(host(), name_, sent.body); !allowed)
      return {tl::unexpected(allowed.error())};
  std::string refusal;
  const HttpTimes times{patience_.connect,
                        address_.loopback ? patience_.idle_on_this_machine : patience_.idle, deadline};
  const auto end = post(
      std::move(sent), *key, times,
      [&](const HttpHead& head, std::string_view bytes) {
        if (head.status < 300) return reader.take(bytes);
        refusal += bytes.substr(0, kMostRefusalBytes - refusal.size());
        return refusal.size() < kMostRefusalBytes;
      },
      work);
  if (!end) return {tl::unexpected(end.error())};
  reader.end();
  return outcome(asked, *end, {end->head.status, refusal_message(refusal)}, draft, reader);
}

// Sleeps; returns false on a cancel.
bool slept(milliseconds time, const std::string& what, const Work& work) {
  constexpr milliseconds kLook(10);
  for (const auto end = Clock::now() + time; Clock::now() < end; std::this_thread::sleep_for(kLook)) {
    if (work.cancel.cancelled()) return false;
    work.report(std::nan(""), what);
  }
  return !work.cancel.cancelled();
}

Result<ChatReply> RemoteModel::complete(const ChatRequest& request, const ChatSink& text_sink,
                                        const Work& work) {
  const auto deadline = Clock::now() + request.most_time;
  milliseconds backoff = patience_.before_retry;
  for (int retries = 0;; ++retries) {
    Attempt tried = attempt(request, text_sink, deadline, work);
    if (tried.reply || !tried.again || retries >= tried.most_retries) return std::move(tried.reply);
    const milliseconds wait =
        tried.wait ? jittered(std::max(*tried.wait, milliseconds(100)), 1) : jittered(backoff, 0.75);
    backoff *= 2;
    if (Clock::now() + wait >= deadline) {
      if (tried.wait)
        tried.reply.error().hint = fmt::format("It asks to wait for {} s: ask again then.",
                                               std::chrono::ceil<std::chrono::seconds>(*tried.wait).count());
      return std::move(tried.reply);
    }
    if (!slept(wait, fmt::format("{} asks for patience", host()), work)) return cancelled();
  }
}

tl::unexpected<Error> no_such_format(const std::string& given) {
  std::vector<std::string> names;
  for (const WireFormat& format : wire_formats()) names.emplace_back(format.name);
  const std::string word = given.substr(0, given.find(':'));
  std::string hint = fmt::format("Write it as FORMAT:NAME, where FORMAT is {}.", either(names));
  if (const auto meant = nearest(word, names); !meant.empty())
    hint = fmt::format("Did you mean {}? {}", either(meant), hint);
  return fail(ErrorCode::bad_request, fmt::format("{} names no model.", quotation(given)), hint);
}

// The parts of a choice.
struct ChosenService {
  const WireFormat* format = nullptr;
  std::string model;
  ServiceAddress address;
};

Result<ChosenService> chosen_service(const ModelChoice& choice) {
  const size_t colon = choice.model.find(':');
  const WireFormat* format = wire_format_named(choice.model.substr(0, colon));
  if (!format || colon == std::string::npos || colon + 1 == choice.model.size())
    return no_such_format(choice.model);
  auto address = parse_service_address(choice.base_url.empty() ? format->own_service : choice.base_url);
  if (!address) return tl::unexpected(address.error());
  return ChosenService{format, choice.model.substr(colon + 1), std::move(*address)};
}

}  // namespace

Result<std::string> host_of(const ModelChoice& choice) {
  const auto chosen = chosen_service(choice);
  if (!chosen) return tl::unexpected(chosen.error());
  return chosen->address.host;
}

Result<std::unique_ptr<ChatModel>> make_chat_model(const ModelChoice& choice, KeyStore keys,
                                                   RetryTimes patience) {
  auto chosen = chosen_service(choice);
  if (!chosen) return tl::unexpected(chosen.error());
  // Looks the key up now, so that a missing one is reported before any request.
  if (!keys.keeps(chosen->address.origin))
    if (const auto key = find_key(*chosen->format, chosen->address, {}, {}); !key)
      return tl::unexpected(key.error());
  return std::make_unique<RemoteModel>(*chosen->format, std::move(chosen->model), std::move(chosen->address),
                                       std::move(keys), patience, choice.before_sending);
}

}  // namespace nsys_ai
