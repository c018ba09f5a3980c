// The context of each thread, and the scopes of work in it.
#include "base/context.h"

#include <cmath>
#include <utility>

namespace nsys_ai {
namespace {

constexpr std::chrono::milliseconds kBetweenTicks(20);

thread_local Context current_context;

}  // namespace

const Context& Context::current() { return current_context; }

ScopedContext::ScopedContext(const Context& context) : outer_(std::exchange(current_context, context)) {}

ScopedContext::~ScopedContext() { current_context = outer_; }

WorkScope::WorkScope(const Work& work, Kind kind)
    : work_(work), kind_(kind), bound_(Context::current().with_work(this)) {}

bool WorkScope::cancelled() const {
  for (const WorkScope* scope = this; scope != nullptr; scope = scope->outer()) {
    if (scope->work_.cancel.cancelled()) return true;
    if (scope->kind_ == Kind::detached) break;
  }
  return false;
}

bool WorkScope::quick() const {
  for (const WorkScope* scope = this; scope != nullptr; scope = scope->outer()) {
    if (scope->kind_ != Kind::within) return scope->kind_ == Kind::quick;
  }
  return false;
}

void WorkScope::tick() const {
  if (std::this_thread::get_id() != owner_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_tick_ < kBetweenTicks) return;
  last_tick_ = now;
  for (const WorkScope* scope = this; scope != nullptr; scope = scope->outer()) {
    if (scope->owner_ != owner_) return;
    if (scope->work_.progress) return scope->work_.progress(std::nan(""), "building indexes");
    if (scope->kind_ == Kind::detached) return;
  }
}

void check_cancelled() {
  const WorkScope* scope = Context::current().work;
  if (scope == nullptr) return;
  scope->tick();
  if (scope->cancelled()) throw Cancelled{};
}

}  // namespace nsys_ai
