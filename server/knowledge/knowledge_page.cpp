// Parses a page line by line.
#include "knowledge/knowledge_page.h"

#include <fmt/format.h>

namespace nsys_ai {
namespace {

constexpr std::string_view kShownBy = "Shown by ";
constexpr std::string_view kSource = "Source: ";
constexpr std::string_view kCauseLink = "](../root-causes/";

// All texts between the two marks.
std::vector<std::string> all_between(std::string_view text, std::string_view open, std::string_view close) {
  std::vector<std::string> found;
  for (size_t at = text.find(open); at != std::string_view::npos; at = text.find(open, at)) {
    at += open.size();
    const size_t end = text.find(close, at);
    if (end == std::string_view::npos) break;
    found.emplace_back(text.substr(at, end - at));
    at = end + close.size();
  }
  return found;
}

class KnowledgeReader {
 public:
  KnowledgeReader(std::string_view file, std::string_view text) : file_(file), text_(text) {}

  Result<KnowledgePage> read() {
    page_.key = std::string(file_.substr(0, file_.rfind(".md")));
    for (std::string_view rest = text_; !rest.empty();) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      ++line_;
      if (auto taken = take(rest.substr(0, end)); !taken) return tl::unexpected(taken.error());
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (in_front_ && ended_front_) {
        in_front_ = false;
        page_.markdown = std::string(rest.substr(std::min(rest.find_first_not_of('\n'), rest.size())));
      }
    }
    if (auto ended = end_of_claim(); !ended) return tl::unexpected(ended.error());
    if (page_.heading.empty() || page_.introduction.empty() || page_.about.empty())
      return wrong(1, "There is no heading, no introduction or nothing that the page is about.");
    if (sections_ < kSectionsOfKnowledge.size())
      return wrong(line_, fmt::format("There is no section \"{}\".", kSectionsOfKnowledge[sections_]));
    return std::move(page_);
  }

 private:
  tl::unexpected<Error> wrong(int line, std::string_view what) const {
    return fail(ErrorCode::bad_request, fmt::format("{}:{}: {}", file_, line, what));
  }

  Result<void> take(std::string_view line) {
    if (in_front_) return take_front(line);
    if (line.starts_with("```")) {
      in_code_ = !in_code_;
      return end_of_claim();
    }
    if (in_code_ || line.empty()) return {};
    if (line.starts_with("# ") && page_.heading.empty()) {
      page_.heading = std::string(line.substr(2));
      return {};
    }
    if (line.starts_with("## ")) return take_section(line.substr(3));
    if (line.starts_with("- ")) return take_claim(line.substr(2));
    if (claim_.line > 0 && line.starts_with("  ")) return take_more(line.substr(2));
    if (sections_ > 0) return wrong(line_, "In a section stand claims after `- `, and code.");
    page_.introduction += (page_.introduction.empty() ? "" : " ") + std::string(line);
    return {};
  }

  Result<void> take_front(std::string_view line) {
    if (line_ == 1) {
      if (line != "---") return wrong(1, "The page does not begin with `---`.");
    } else if (line == "---") {
      ended_front_ = true;
    } else if (line.starts_with("  - ")) {
      page_.about.emplace_back(line.substr(4));
    } else if (line != "about:") {
      return wrong(line_, "Before the page stands `about:` alone, with subjects after `- `.");
    }
    return {};
  }

  Result<void> take_section(std::string_view name) {
    if (auto ended = end_of_claim(); !ended) return ended;
    if (sections_ == kSectionsOfKnowledge.size() || name != kSectionsOfKnowledge[sections_])
      return wrong(line_, fmt::format("\"{}\" is not the section that is next.", name));
    ++sections_;
    return {};
  }

  Result<void> take_claim(std::string_view text) {
    if (auto ended = end_of_claim(); !ended) return ended;
    if (sections_ == 0) return wrong(line_, "A claim stands in no section.");
    claim_.line = line_;
    claim_.text = std::string(text);
    return {};
  }

  Result<void> take_more(std::string_view line) {
    if (line.starts_with(kShownBy)) {
      claim_.skills = all_between(line, "`", "`");
      claim_.causes = all_between(line, kCauseLink, ".md)");
      if (claim_.skills.empty() && claim_.causes.empty()) return wrong(line_, "It is shown by nothing.");
    } else if (line.starts_with(kSource)) {
      for (const std::string& link : all_between(line, "[", ")")) claim_.sources.push_back("[" + link + ")");
    } else {
      claim_.text += " " + std::string(line);
    }
    return {};
  }

  Result<void> end_of_claim() {
    if (claim_.line == 0) return {};
    const bool sourced = !claim_.sources.empty() && claim_.sources[0].find("](https://") != std::string::npos;
    if (!sourced) return wrong(claim_.line, "The claim has no `Source:` with a link.");
    page_.claims.push_back(std::exchange(claim_, {}));
    return {};
  }

  std::string_view file_;
  std::string_view text_;
  KnowledgePage page_;
  KnowledgeClaim claim_;  // the claim that is being read; its line is 0 if there is none
  int line_ = 0;
  size_t sections_ = 0;
  bool in_front_ = true;
  bool ended_front_ = false;
  bool in_code_ = false;
};

}  // namespace

Result<KnowledgePage> parse_knowledge_page(std::string_view file_name, std::string_view text) {
  return KnowledgeReader(file_name, text).read();
}

}  // namespace nsys_ai
