// Parses the embedded pages once.
#include "knowledge/book.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "base/embedded.h"
#include "base/folder.h"
#include "base/guarded.h"
#include "knowledge/sentence_template.h"

namespace nsys_ai {

std::span<const EmbeddedFile> embedded_root_causes();

namespace {

std::vector<Cause> parsed_book(bool of_ranks) {
  std::vector<Cause> book;
  for (const EmbeddedFile& file : embedded_root_causes()) {
    auto cause = parse_cause(file.name.substr(file.name.rfind('/') + 1), file.content);
    if (!cause) throw ThrownError(cause.error());
    if (cause->is_of_ranks == of_ranks) book.push_back(std::move(*cause));
  }
  std::ranges::sort(book, {}, &Cause::key);
  return book;
}

std::string asked_skills(const Cause& cause) {
  std::string skills;
  for (const CauseInput& input : cause.inputs) {
    if (input.skill.empty() || skills.find("`" + input.skill + "`") != std::string::npos) continue;
    skills += fmt::format("{}`{}`", skills.empty() ? "" : ", ", input.skill);
  }
  return skills;
}

namespace fs = std::filesystem;

// A longer file was put there by mistake.
constexpr uintmax_t kLargestPage = 256 << 10;
constexpr size_t kMostPages = 200;

struct Book {
  std::vector<Cause> causes;
  BrokenPages broken;
};

const Book& built_in_book() {
  static const Book book{parsed_book(false), {}};
  return book;
}

// The book with the user's pages. It is never freed, because pointers to causes must stay valid. Null if
// there are none.
std::atomic<const Book*> users_book{nullptr};

const Book& book_now() {
  const Book* book = users_book.load();
  return book == nullptr ? built_in_book() : *book;
}

fs::path folder_of_pages(const fs::path& folder) {
  for (fs::path at = folder;; at = at.parent_path()) {
    std::error_code error;
    if (fs::is_directory(at / ".nsys-ai" / "root-causes", error)) return at / ".nsys-ai" / "root-causes";
    if (at == at.parent_path()) return {};
  }
}

Result<Cause> read_page(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kLargestPage || error)
    return fail(ErrorCode::cannot_do, fmt::format("{} is no page of at most 256 KiB.", file.string()));
  std::ifstream stream(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  auto cause = parse_cause(file.filename().string(), text);
  // The page parser knows only the file's name.
  if (cause && cause->is_of_ranks)
    return fail(ErrorCode::bad_request,
                fmt::format("{}: Pages of your own are judged of a profile.", file.string()));
  if (!cause)
    return fail(ErrorCode::bad_request, (file.parent_path() / cause.error().message).string(),
                cause.error().hint);
  cause->is_users = true;
  return cause;
}

void add_page(const fs::path& file, Book& book) {
  auto cause = read_page(file);
  if (!cause) {
    book.broken.emplace_back(file.stem().string(), cause.error().message);
    return;
  }
  if (std::ranges::find(book.causes, cause->key, &Cause::key) != book.causes.end()) {
    book.broken.emplace_back(cause->key,
                             fmt::format("{}:1: There is a page {} already: give the file another name.",
                                         file.string(), cause->key));
    return;
  }
  book.causes.push_back(std::move(*cause));
}

}  // namespace

std::span<const Cause> root_cause_book() { return book_now().causes; }

std::span<const Cause> rank_causes() {
  static const std::vector<Cause> causes = parsed_book(true);
  return causes;
}

const BrokenPages& broken_pages() { return book_now().broken; }

bool has_user_pages() { return users_book.load() != nullptr; }

void read_user_pages(const std::vector<fs::path>& folders) {
  std::vector<fs::path> files;
  for (const fs::path& folder : folders) {
    const fs::path pages = folder.is_absolute() ? folder_of_pages(folder) : fs::path();
    if (pages.empty()) continue;
    for (const fs::path& file : paths_in(pages))
      if (file.extension() == ".md" && files.size() < kMostPages) files.push_back(file);
  }
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  if (files.empty()) {
    users_book = nullptr;
    return;
  }
  auto book = std::make_unique<Book>(built_in_book());
  for (const fs::path& file : files) add_page(file, *book);
  std::ranges::sort(book->causes, {}, &Cause::key);
  users_book = book.release();
}

std::string book_contents() {
  std::string text =
      "# The book of root causes\n\n"
      "What makes GPU time expensive, page by page: the symptom, why it happens, the skill and the condition that detect it, what to do, and how to verify. "
      "`nsys-ai skill run root_causes PROFILE` asks all of them; the condition on a page is the one that runs.\n\n"
      "A finding is high when at least 20 % of the capture, or of the window that is asked about, is at stake, medium from 10 %, low from the page's floor, 3 % unless the page says otherwise. "
      "No time is at stake twice: what two pages explain is the narrower one's. "
      "What is less is information where it is a fifth of the time between the first and the last GPU operation, and else not reported. "
      "Where nothing can be won, it is information too.\n\n"
      "Pages of your own, in the same form, stand in `.nsys-ai/root-causes/` of the workspace or of a folder above it. They are judged and shown beside these, when the program or the editor's server starts; what is wrong in one is reported with its line, below what could not be judged. Their SQL is limited as a query is: tables that the page names, 5 s, 256 MiB.\n\n"
      "| Cause | Symptom | What to do first | Detected by |\n|---|---|---|---|\n";
  for (const Cause& cause : root_cause_book())
    text += fmt::format("| [{}]({}.md) | {} | {} | {} |\n", cause.heading, cause.key,
                        first_sentence(cause.symptom), first_sentence(cause.what_to_do), asked_skills(cause));
  text +=
      "\n## Of several ranks\n\n"
      "`nsys-ai ranks` judges these of the captures of all ranks of a run ([RANKS](../RANKS.md)), and never of one profile.\n\n"
      "| Cause | Symptom | What to do first |\n|---|---|---|\n";
  for (const Cause& cause : rank_causes())
    text += fmt::format("| [{}]({}.md) | {} | {} |\n", cause.heading, cause.key,
                        first_sentence(cause.symptom), first_sentence(cause.what_to_do));
  return text;
}

}  // namespace nsys_ai
