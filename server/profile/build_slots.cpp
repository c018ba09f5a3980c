// Each slot has one builder at a time; waiting callers poll their cancel token.
#include "profile/build_slots.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>

#include "base/context.h"

namespace nsys_ai {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks(10);

}  // namespace

struct BuildSlots::Build {
  // A caller that wants the value. On the stack of its thread while it waits.
  struct Asker {
    const Work& work;
    const WorkScope* scope;
    bool left() const { return work.cancel.cancelled() || (scope != nullptr && scope->cancelled()); }
  };

  std::mutex lock;
  std::list<const Asker*> askers;

  bool abandoned() {
    const std::lock_guard guard(lock);
    return std::all_of(askers.begin(), askers.end(), [](const Asker* asker) { return asker->left(); });
  }
};

// Registers a caller as waiting for a build, during this object's lifetime.
class BuildSlots::Waiting {
 public:
  Waiting(std::shared_ptr<Build> build, const Build::Asker& asker) : build_(std::move(build)) {
    const std::lock_guard guard(build_->lock);
    place_ = build_->askers.insert(build_->askers.end(), &asker);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() {
    const std::lock_guard guard(build_->lock);
    build_->askers.erase(place_);
  }

 private:
  std::shared_ptr<Build> build_;
  std::list<const Build::Asker*>::iterator place_;
};

// Lets the next caller build, whether this build succeeded or not.
class BuildSlots::Building {
 public:
  Building(BuildSlots& slots, Slot& slot) : slots_(slots), slot_(slot) {}
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;
  ~Building() {
    {
      const std::lock_guard lock(slots_.lock_);
      slot_.building = nullptr;
      slot_.losses = losses_.all();
      if (value) {
        slot_.value = std::move(value);
        slots_.publish(slot_);
      }
    }
    slots_.changed_.notify_all();
  }

  Made value;

 private:
  BuildSlots& slots_;
  Slot& slot_;
  const LossNotes losses_;
};

const void* BuildSlots::given(const Slot& slot) {
  for (const DataLoss* of : slot.losses) report_loss(*of);
  return slot.value.get();
}

const BuildSlots::Slot* BuildSlots::known(const Key& key) const {
  const Known* all = known_.load(std::memory_order_acquire);
  if (all == nullptr) return nullptr;
  for (const auto& [of, slot] : *all)
    if (of.second == key.second && of.first == key.first) return slot;
  return nullptr;
}

// If memory runs out, the value is still found under the lock.
void BuildSlots::publish(const Slot& made) noexcept try {
  auto all = published_.empty() ? std::make_unique<Known>() : std::make_unique<Known>(*published_.back());
  for (const auto& [key, slot] : slots_)
    if (&slot == &made) all->emplace_back(key, &slot);
  published_.push_back(std::move(all));
  known_.store(published_.back().get(), std::memory_order_release);
} catch (const std::bad_alloc&) {
}

Result<const void*> BuildSlots::get(const Key& key, Cost cost, const Work& work, const Make& make) {
  if (const Slot* slot = known(key)) return given(*slot);
  const Build::Asker asker{work, Context::current().work};
  std::unique_lock lock(lock_);
  Slot& slot = slots_[key];
  if (slot.value) return given(slot);
  if (cost == Cost::large && asker.scope != nullptr && asker.scope->quick())
    throw Cancelled{Cancelled::Why::not_ready};
  while (slot.building) {
    const Waiting waiting(slot.building, asker);
    changed_.wait_for(lock, kBetweenLooks);
    lock.unlock();
    check_cancelled();
    work.report(std::nan(""), "building indexes");
    if (work.cancel.cancelled()) return cancelled();
    lock.lock();
  }
  if (slot.value) return given(slot);
  slot.building = std::make_shared<Build>();
  const std::shared_ptr<Build> build = slot.building;
  lock.unlock();
  Building building(*this, slot);
  const Waiting waiting(build, asker);
  const Work shared{CancelToken::or_when([build] { return build->abandoned(); }),
                    [&](double done, const std::string& what) {
                      work.report(done, what);
                      if (asker.scope != nullptr) asker.scope->tick();
                    }};
  const WorkScope scope(shared, WorkScope::Kind::detached);
  auto value = make(shared);
  if (!value) return tl::unexpected(value.error());
  building.value = *value;
  return value->get();
}

}  // namespace nsys_ai
