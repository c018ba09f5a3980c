// The table of handlers: the method that each answers, and the thread that runs it.
//
//   router.on_strand<method::Initialize>([&](const lsp::InitializeParams& params, Call& call) { ... });
//   router.on<method::Hover>(Lane::quick, hover);
//   router.on<method::OpenProfile>(Lane::bulk, open_profile);
//   router.notify<method::DidOpen>([&](const lsp::DidOpenTextDocumentParams& params, Call&) { ... });
//
// The handler of a request returns Result<M::Result> and does not reply itself. Notifications run on the
// strand.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/pool.h"
#include "protocol/methods.h"
#include "protocol/read.h"
#include "protocol/write.h"
#include "rpc/call.h"

namespace nsys_ai {

template <RequestMethod M>
using RequestHandler = std::function<Result<typename M::Result>(const typename M::Params&, Call&)>;
template <NotificationMethod M>
using NotificationHandler = std::function<void(const typename M::Params&, Call&)>;

// Filled before the first message is read; constant from then on.
class Router {
 public:
  // Notifies the client that a provisional answer is out of date. Workers call both functions.
  struct ClientNotifier {
    std::function<bool()> can_notify;
    std::function<void()> notify;
  };
  struct Route {
    bool request = false;
    std::optional<Lane> lane;  // empty: on the session strand
    bool latest_per_document = false;
    std::string_view title;  // of its progress; empty if it reports none
    std::function<Result<Json>(const Json& params, Call&)> run;
    // For a quick request whose data takes long to build: returns a provisional answer at once, and
    // `notifier` notifies the client when the data is ready. Without it, or if the client cannot be notified,
    // the reply waits for the data.
    std::function<Result<Json>(const Json& params, Call&)> meanwhile;
    ClientNotifier notifier;
  };

  // Runs on a worker, and may use only thread-safe parts of the session's state.
  template <RequestMethod M>
  void on(Lane lane, RequestHandler<M> handler) {
    add<M>(lane, std::move(handler));
  }
  // Quick requests of the method return `meanwhile` if their data is not built yet. The bulk lane then builds
  // the data and notifies the client.
  template <RequestMethod M>
  void answer_provisionally(RequestHandler<M> meanwhile, ClientNotifier notifier) {
    const auto found = routes_.find(M::kMethod);
    if (found == routes_.end()) return;
    found->second.meanwhile = typed<M>(std::move(meanwhile));
    found->second.notifier = std::move(notifier);
  }
  // Runs on the session strand: may change the session's state, and must not block.
  template <RequestMethod M>
  void on_strand(RequestHandler<M> handler) {
    add<M>(std::nullopt, std::move(handler));
  }
  template <NotificationMethod M>
  void notify(NotificationHandler<M> handler) {
    Route route;
    route.run = [handler = std::move(handler)](const Json& params, Call& call) -> Result<Json> {
      auto read = read_params<M>(params);
      if (!read) return tl::unexpected(read.error());
      handler(*read, call);
      return Json();
    };
    routes_.insert_or_assign(M::kMethod, std::move(route));
  }

  // Finds the data that a request reads. Workers call it.
  using Subject = std::function<RequestSubject(const Json& params)>;
  void set_subject(Subject subject) { subject_ = std::move(subject); }
  RequestSubject subject_of(const Json& params) const {
    return subject_ ? subject_(params) : RequestSubject{};
  }

  // Reloads a subject after a request on it failed as outdated. A bulk worker calls it.
  using ReloadCallback = std::function<void(const std::string& subject, const CancelToken&)>;
  void set_reload(ReloadCallback reload) { reload_ = std::move(reload); }
  void reload(const std::string& subject, const CancelToken& cancel) const {
    if (reload_) reload_(subject, cancel);
  }

  template <class M>
  bool has() const {
    return find(M::kMethod) != nullptr;
  }
  // Null if the method has no handler.
  const Route* find(std::string_view method) const;
  // Sorted by name.
  std::vector<std::string_view> methods() const;

 private:
  template <class M>
  static Result<typename M::Params> read_params(const Json& params) {
    // If each parameter is optional, the parameters as a unit are optional, too.
    static const Json none = Json::object();
    return read_json<typename M::Params>(params.is_null() ? none : params, "params");
  }

  template <RequestMethod M>
  void add(std::optional<Lane> lane, RequestHandler<M> handler) {
    Route route;
    route.request = true;
    route.lane = lane;
    route.latest_per_document = LatestPerDocument<M>;
    if constexpr (LongWork<M>) route.title = M::kTitle;
    route.run = typed<M>(std::move(handler));
    routes_.insert_or_assign(M::kMethod, std::move(route));
  }
  template <RequestMethod M>
  static std::function<Result<Json>(const Json&, Call&)> typed(RequestHandler<M> handler) {
    return [handler = std::move(handler)](const Json& params, Call& call) -> Result<Json> {
      auto read = read_params<M>(params);
      if (!read) return tl::unexpected(read.error());
      auto result = handler(*read, call);
      if (!result) return tl::unexpected(result.error());
      return write_json(*result);
    };
  }

  std::map<std::string_view, Route> routes_;
  Subject subject_;
  ReloadCallback reload_;
};

}  // namespace nsys_ai
