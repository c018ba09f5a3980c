// Sends the begin, reports and end of a progress at a rate that an editor can draw.
#include "rpc/progress.h"

#include <algorithm>
#include <cmath>

namespace nsys_ai {
namespace {

constexpr std::chrono::milliseconds kPace{100};
constexpr std::chrono::milliseconds kWorthShowing{300};

}  // namespace

ProgressReport::ProgressReport(Client& client, std::optional<Token> wanted, std::string_view title)
    : client_(client),
      wanted_(wanted.has_value()),
      token_(wanted ? std::move(*wanted) : client.new_token()),
      title_(title) {}

void ProgressReport::begin() {
  const std::lock_guard lock(mutex_);
  if (wanted_ && state_ == State::quiet) begin_locked();
}

void ProgressReport::begin_locked() {
  state_ = State::open;
  last_ = Clock::now();
  client_.notify<method::Progress>({token_, lsp::WorkDoneProgressBegin{title_, true, {}, percentage_}});
}

void ProgressReport::create_locked() {
  state_ = State::asked;
  client_.request<method::WorkDoneProgressCreate>({token_},
                                                  [self = shared_from_this()](const Result<Nothing>& answer) {
                                                    const std::lock_guard lock(self->mutex_);
                                                    if (answer && self->state_ == State::asked)
                                                      self->begin_locked();
                                                  });
}

void ProgressReport::report(double done, const std::string& what) {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  if (state_ == State::quiet && !wanted_ && client_.progress_allowed() && now - started_ >= kWorthShowing)
    create_locked();
  if (std::isfinite(done))
    // LSP requires percentages that never decrease.
    percentage_ = std::max(percentage_, static_cast<uint32_t>(std::clamp(done, 0.0, 1.0) * 100));
  if (state_ != State::open || now - last_ < kPace) return;
  last_ = now;
  client_.notify<method::Progress>({token_, lsp::WorkDoneProgressReport{{}, what, percentage_}});
}

void ProgressReport::end(const std::string& how) {
  const std::lock_guard lock(mutex_);
  const State before = std::exchange(state_, State::ended);
  if (before != State::open) return;
  lsp::WorkDoneProgressEnd last;
  if (!how.empty()) last.message = how;
  client_.notify<method::Progress>({token_, last});
}

}  // namespace nsys_ai
