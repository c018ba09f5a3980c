// A separate thread works for libcurl, and the caller takes the data that has arrived: a slow name server or
// a silent peer can block that thread, but not the caller.
#include "agent/model/http_exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cmath>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "agent/model/libcurl_functions.h"
#include "base/version.h"

namespace nsys_ai {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds kBetweenLooks(10);
constexpr milliseconds kToEnd(30);
constexpr long kFewestBytesASecond = 16;
constexpr size_t kMostWaiting = size_t{1} << 20;  // bytes that the caller has not taken yet

// The state that both threads share. Guarded by its mutex, except `request`, `key` and `times`, which only
// the libcurl thread reads.
struct Transfer {
  HttpRequest request;
  ModelKey key;
  HttpTimes times;

  std::atomic<bool> left = false;  // the caller has stopped waiting
  std::mutex mutex;
  std::condition_variable changed;
  HttpHead head;
  std::string arrived;
  size_t total = 0;
  bool ended = false;
  HttpFailure trouble = HttpFailure::none;
  std::string detail;
};

// The value of a header line with this name, which is in lower case.
std::optional<std::string> header_value(std::string_view line, std::string_view name) {
  if (line.size() <= name.size() || line[name.size()] != ':') return std::nullopt;
  for (size_t at = 0; at < name.size(); ++at)
    if (std::tolower(static_cast<unsigned char>(line[at])) != name[at]) return std::nullopt;
  const size_t begin = line.find_first_not_of(" \t", name.size() + 1);
  const size_t end = line.find_last_not_of(" \t\r\n");
  return begin == std::string_view::npos || end < begin ? ""
                                                        : std::string(line.substr(begin, end + 1 - begin));
}

size_t on_header(char* bytes, size_t, size_t count, void* of) {
  Transfer& transfer = *static_cast<Transfer*>(of);
  const std::string_view line(bytes, count);
  const std::lock_guard lock(transfer.mutex);
  // A proxy's response and "100 Continue" come before the final one.
  if (line.starts_with("HTTP/")) transfer.head = {};
  if (auto value = header_value(line, "retry-after")) transfer.head.retry_after = std::move(*value);
  if (auto value = header_value(line, "location")) transfer.head.location = std::move(*value);
  return count;
}

// Waits until the caller has taken data; this slows down a service that sends faster than it is read.
bool wait_for_room(Transfer& transfer, std::unique_lock<std::mutex>& lock) {
  while (transfer.arrived.size() > kMostWaiting && !transfer.left)
    transfer.changed.wait_for(lock, kBetweenLooks);
  return !transfer.left;
}

struct Writing {
  Transfer& transfer;
  const LibcurlFunctions& curl;
  CURL* easy;
};

size_t on_body(char* bytes, size_t, size_t count, void* of) {
  const Writing& writing = *static_cast<Writing*>(of);
  Transfer& transfer = writing.transfer;
  long status = 0;
  writing.curl.easy_getinfo(writing.easy, CURLINFO_RESPONSE_CODE, &status);
  std::unique_lock lock(transfer.mutex);
  transfer.head.status = static_cast<int>(status);
  transfer.total += count;
  if (transfer.total > kMostReplyBytes) {
    transfer.trouble = HttpFailure::too_large;
    return 0;
  }
  if (!wait_for_room(transfer, lock)) return 0;
  transfer.arrived.append(bytes, count);
  transfer.changed.notify_all();
  return count;
}

// `connected`: the host was reached, so the request may have been sent.
HttpFailure trouble_of(CURLcode code, bool connected) {
  switch (code) {
    case CURLE_OK:
      return HttpFailure::none;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      return HttpFailure::unknown_host;
    case CURLE_COULDNT_CONNECT:
      return HttpFailure::no_connection;
    case CURLE_OPERATION_TIMEDOUT:
      return connected ? HttpFailure::idle : HttpFailure::no_connection;
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
      return HttpFailure::not_trusted;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
      return HttpFailure::dropped;
    default:
      return HttpFailure::other;
  }
}

// The headers of a request for libcurl; those with the key are wiped.
class HeaderList {
 public:
  HeaderList(const LibcurlFunctions& curl, const HttpRequest& request, const ModelKey& key) : curl_(curl) {
    add("Content-Type: application/json");
    add("Accept: text/event-stream, application/x-ndjson, application/json");
    add("Expect:");  // the body is sent at once, without "100 Continue"
    for (const std::string& header : request.headers) add(header.c_str());
    if (key.text().empty()) return;
    std::string line = request.key_header + key.text();
    add(line.c_str());
    wipe(line);
  }
  ~HeaderList() {
    for (curl_slist* at = list_; at != nullptr; at = at->next)
      for (char* c = at->data; *c != 0; ++c) *const_cast<volatile char*>(c) = 0;
    curl_.slist_free_all(list_);
  }
  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;
  curl_slist* list() const { return list_; }

 private:
  void add(const char* line) { list_ = curl_.slist_append(list_, line); }
  const LibcurlFunctions& curl_;
  curl_slist* list_ = nullptr;
};

// Sets the options of the request, and restricts libcurl.
void set_up(const LibcurlFunctions& curl, CURL* easy, const HeaderList& headers, Writing& writing) {
  const Transfer& transfer = writing.transfer;
  const auto set = [&](CURLoption option, auto value) { return curl.easy_setopt(easy, option, value); };
  const auto left = std::chrono::duration_cast<milliseconds>(transfer.times.deadline - Clock::now()).count();
  set(CURLOPT_URL, transfer.request.url.c_str());
  set(CURLOPT_POST, 1L);
  set(CURLOPT_POSTFIELDS, transfer.request.body.data());
  set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(transfer.request.body.size()));
  set(CURLOPT_HTTPHEADER, headers.list());
  set(CURLOPT_USERAGENT, (std::string("nsys-ai/") + std::string(kProgramVersion)).c_str());
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(transfer.times.connect.count()));
  set(CURLOPT_LOW_SPEED_LIMIT, kFewestBytesASecond);
  set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(transfer.times.idle.count()));
  set(CURLOPT_TIMEOUT_MS, static_cast<long>(std::max<int64_t>(left, 0) + kToEnd.count()));
  // The environment's proxies are meant for other machines.
  if (transfer.request.loopback) set(CURLOPT_PROXY, "");
  set(CURLOPT_HEADERFUNCTION, &on_header);
  set(CURLOPT_HEADERDATA, static_cast<void*>(&writing.transfer));
  set(CURLOPT_WRITEFUNCTION, &on_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&writing));
#if LIBCURL_VERSION_NUM >= 0x075700
  set(CURLOPT_QUICK_EXIT, 1L);
#endif
}

// Runs until the exchange ends or the caller stops waiting.
CURLcode perform(const LibcurlFunctions& curl, CURLM* multi, const Transfer& transfer) {
  int running = 1;
  while (!transfer.left) {
    if (curl.multi_perform(multi, &running) != CURLM_OK) return CURLE_FAILED_INIT;
    if (running == 0) break;
    curl.multi_poll(multi, nullptr, 0, static_cast<int>(kBetweenLooks.count()), nullptr);
  }
  int queued = 0;
  while (const CURLMsg* message = curl.multi_info_read(multi, &queued))
    if (message->msg == CURLMSG_DONE) return message->data.result;
  return CURLE_ABORTED_BY_CALLBACK;
}

void transfer_by(const LibcurlFunctions& curl, Transfer& transfer) {
  CURL* easy = curl.easy_init();
  CURLM* multi = curl.multi_init();
  CURLcode code = CURLE_FAILED_INIT;
  long status = 0;
  double reached = 0;
  if (easy != nullptr && multi != nullptr) {
    const HeaderList headers(curl, transfer.request, transfer.key);
    Writing writing{transfer, curl, easy};
    set_up(curl, easy, headers, writing);
    curl.multi_add_handle(multi, easy);
    code = perform(curl, multi, transfer);
    curl.easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl.easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME, &reached);
    curl.multi_remove_handle(multi, easy);
  }
  curl.easy_cleanup(easy);
  curl.multi_cleanup(multi);
  const std::lock_guard lock(transfer.mutex);
  transfer.head.status = static_cast<int>(status);
  if (transfer.trouble == HttpFailure::none) transfer.trouble = trouble_of(code, reached > 0);
  transfer.detail = curl.easy_strerror(code);
  transfer.ended = true;
  transfer.changed.notify_all();
}

// Detaches from the transfer when this thread returns or the sink throws. Gives the other thread a moment to
// end, because an exiting program would unload libraries that it uses.
class Leaving {
 public:
  explicit Leaving(Transfer& transfer) : transfer_(transfer) {}
  ~Leaving() {
    transfer_.left = true;
    transfer_.changed.notify_all();
    std::unique_lock lock(transfer_.mutex);
    transfer_.changed.wait_for(lock, kToEnd, [&] { return transfer_.ended; });
  }
  Leaving(const Leaving&) = delete;
  Leaving& operator=(const Leaving&) = delete;

 private:
  Transfer& transfer_;
};

// Passes arriving data to the sink until the exchange ends.
HttpEnd listen(Transfer& transfer, const ReplySink& sink, const Work& work) {
  bool heard = false;
  while (true) {
    std::string bytes;
    HttpEnd end;
    bool ended = false;
    {
      std::unique_lock lock(transfer.mutex);
      if (transfer.arrived.empty() && !transfer.ended) transfer.changed.wait_for(lock, kBetweenLooks);
      bytes.swap(transfer.arrived);
      transfer.changed.notify_all();
      ended = transfer.ended;
      end = {transfer.head, ended ? transfer.trouble : HttpFailure::none, transfer.detail};
    }
    if (work.cancel.cancelled()) return {end.head, HttpFailure::cancelled, ""};
    heard = heard || !bytes.empty();
    if (!heard && !ended) work.report(std::nan(""), transfer.request.waiting);
    if (!bytes.empty() && !sink(end.head, bytes)) return {end.head, HttpFailure::none, ""};
    if (ended) return end;
    if (Clock::now() >= transfer.times.deadline) return {end.head, HttpFailure::deadline, ""};
  }
}

}  // namespace

Result<HttpEnd> post(HttpRequest request, const ModelKey& key, const HttpTimes& times, const ReplySink& sink,
                     const Work& work) {
  const auto curl = libcurl_functions();
  if (!curl) return tl::unexpected(curl.error());
  const auto transfer = std::make_shared<Transfer>();
  transfer->request = std::move(request);
  transfer->key = ModelKey(key.text(), key.source());
  transfer->times = times;
  const Leaving leaving(*transfer);
  try {
    std::thread([transfer, functions = *curl] { transfer_by(*functions, *transfer); }).detach();
  } catch (const std::system_error&) {
    return fail(ErrorCode::cannot_do, "No thread could be started for a request.",
                "End other programs, and ask again.");
  }
  return listen(*transfer, sink, work);
}

std::optional<milliseconds> waiting_time(const std::string& retry_after,
                                         std::chrono::system_clock::time_point now) {
  if (retry_after.empty()) return std::nullopt;
  constexpr int64_t kMostSeconds = 24 * 3600;
  if (retry_after.find_first_not_of("0123456789") == std::string::npos) {
    const int64_t seconds = retry_after.size() > 6 ? kMostSeconds : std::stoll(retry_after);
    return std::chrono::seconds(std::min(seconds, kMostSeconds));
  }
  const auto curl = libcurl_functions();
  const time_t date = curl ? (*curl)->getdate(retry_after.c_str(), nullptr) : -1;
  if (date < 0) return std::nullopt;
  const auto wait =
      std::chrono::ceil<std::chrono::seconds>(std::chrono::system_clock::from_time_t(date) - now);
  return std::clamp<std::chrono::seconds>(wait, std::chrono::seconds(0), std::chrono::seconds(kMostSeconds));
}

}  // namespace nsys_ai
