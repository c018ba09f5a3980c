// The table of requests without a reply.
#include "rpc/in_flight.h"

#include <algorithm>

#include "rpc/progress.h"

namespace nsys_ai {

RequestPtr InFlight::begin(const Token& id, std::string_view method, size_t bytes) {
  auto request = std::make_shared<ActiveRequest>();
  request->id = id;
  request->method = method;
  request->bytes = bytes;
  const std::lock_guard lock(mutex_);
  if (!requests_.try_emplace(id, request).second) return nullptr;
  bytes_ += bytes;
  return request;
}

bool InFlight::full(size_t bytes) const {
  const std::lock_guard lock(mutex_);
  return requests_.size() >= kMax || bytes_ + bytes > kMaxBytes;
}

void InFlight::set_lane(const RequestPtr& request, std::optional<Lane> lane) {
  const std::lock_guard lock(mutex_);
  request->lane = lane;
}

bool InFlight::start(const RequestPtr& request, std::string subject) {
  const std::lock_guard lock(mutex_);
  request->started = true;
  request->subject = std::move(subject);
  return !request->answered;
}

void InFlight::complete_locked(const RequestPtr& request) {
  request->answered = true;
  bytes_ -= request->bytes;
  requests_.erase(request->id);
}

bool InFlight::complete(const RequestPtr& request) {
  const std::lock_guard lock(mutex_);
  if (request->answered) return false;
  complete_locked(request);
  return true;
}

RequestPtr InFlight::cancel(const Token& id) {
  const std::lock_guard lock(mutex_);
  const auto found = requests_.find(id);
  if (found == requests_.end()) return nullptr;
  RequestPtr request = found->second;
  complete_locked(request);
  request->cancel.cancel();
  return request;
}

RequestPtr InFlight::cancel_progress(const Token& token) {
  std::optional<Token> id;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, request] : requests_)
      if (request->progress && request->progress->token() == token) id = key;
  }
  return id ? cancel(*id) : nullptr;
}

std::vector<RequestPtr> InFlight::supersede(const RequestPtr& newest, std::string document) {
  const std::lock_guard lock(mutex_);
  std::vector<RequestPtr> older;
  for (const auto& [id, request] : requests_)
    if (request != newest && !request->started && request->method == newest->method &&
        request->document == document)
      older.push_back(request);
  for (const auto& request : older) {
    complete_locked(request);
    request->cancel.cancel();
  }
  newest->document = std::move(document);
  return older;
}

std::vector<RequestPtr> InFlight::replace(std::string_view subject) {
  const std::lock_guard lock(mutex_);
  std::vector<RequestPtr> outdated;
  for (const auto& [id, request] : requests_)
    if (request->started && request->subject == subject) outdated.push_back(request);
  for (const auto& request : outdated) {
    complete_locked(request);
    request->cancel.cancel();
  }
  return outdated;
}

void InFlight::set_progress(const RequestPtr& request, std::shared_ptr<ProgressReport> progress) {
  const std::lock_guard lock(mutex_);
  if (!request->answered) request->progress = std::move(progress);
}

std::vector<RequestState> InFlight::states() const {
  const auto now = std::chrono::steady_clock::now();
  std::vector<RequestState> states;
  const std::lock_guard lock(mutex_);
  for (const auto& [id, request] : requests_)
    states.push_back({request->method, request->lane, request->started, now - request->arrived});
  std::ranges::stable_sort(states, [](const auto& a, const auto& b) { return a.age > b.age; });
  return states;
}

void InFlight::cancel_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [id, request] : requests_) request->cancel.cancel();
}

}  // namespace nsys_ai
