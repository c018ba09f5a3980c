// A list of scopes for each thread, from the inside out.
#include "base/work_scope.h"

#include <cmath>

namespace nsys_ai {
namespace {

constexpr std::chrono::milliseconds kBetweenTicks(20);

thread_local const WorkScope* innermost_scope = nullptr;

}  // namespace

WorkScope::WorkScope(const Work& work, Kind kind) : work_(work), kind_(kind), outer_(innermost_scope) {
  innermost_scope = this;
}

WorkScope::~WorkScope() { innermost_scope = outer_; }

const WorkScope* WorkScope::innermost() { return innermost_scope; }

bool WorkScope::cancelled() const {
  for (const WorkScope* scope = this; scope != nullptr; scope = scope->outer_) {
    if (scope->work_.cancel.cancelled()) return true;
    if (scope->kind_ == Kind::by_itself) break;
  }
  return false;
}

bool WorkScope::quick() const {
  for (const WorkScope* scope = this; scope != nullptr; scope = scope->outer_) {
    if (scope->kind_ != Kind::within) return scope->kind_ == Kind::quick;
  }
  return false;
}

void WorkScope::tick() const {
  if (std::this_thread::get_id() != owner_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - told_ < kBetweenTicks) return;
  told_ = now;
  for (const WorkScope* scope = this; scope != nullptr; scope = scope->outer_) {
    if (scope->owner_ != owner_) return;
    if (scope->work_.progress) return scope->work_.progress(std::nan(""), "building indexes");
    if (scope->kind_ == Kind::by_itself) return;
  }
}

HelpingWith::HelpingWith(const WorkScope* scope) : before_(innermost_scope) { innermost_scope = scope; }

HelpingWith::~HelpingWith() { innermost_scope = before_; }

void checkpoint() {
  const WorkScope* scope = innermost_scope;
  if (scope == nullptr) return;
  scope->tick();
  if (scope->cancelled()) throw Interrupted{};
}

}  // namespace nsys_ai
