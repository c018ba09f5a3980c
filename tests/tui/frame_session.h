// A person at a screen: a profile, keys, and the frames that they give.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "profile/profile.h"
#include "tui/tui_session.h"

namespace nsys_ai::tui_test {

ProfilePtr profile_of_sketch(const std::string& sketch);
ProfilePtr profile_of_file(const std::string& path);

// Keeps bookmarks in memory, and opens no browser. Throws where the profile has no timeline.
class FrameSession {
 public:
  explicit FrameSession(TimelineSubject subject, TuiView first = TuiView::timeline);

  void press(const std::string& key) { act({"", key, "", 0, 0}); }
  // Waits for a view that it opens.
  void act(const TuiInput& input);
  // With all that is made meanwhile.
  Frame frame();

  FrameSize size;

 private:
  std::shared_ptr<std::vector<TimelineMark>> marks_ = std::make_shared<std::vector<TimelineMark>>();
  std::unique_ptr<TuiSession> screen_;
};

// What is wrong with a frame in form; empty where nothing is.
std::string why_malformed(const Frame& frame, FrameSize size);

}  // namespace nsys_ai::tui_test
