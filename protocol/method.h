// A message of the protocol as a type: a request has Params and a Result, a notification has only Params. The
// signatures of handlers, the router's table, the schema and the clients' types derive from these types.
#pragma once

#include <string_view>

namespace nsys_ai {

// Which side sends a message.
enum class Sender { client, server, either };

struct FromClient {
  static constexpr Sender kSender = Sender::client;
};
struct FromServer {
  static constexpr Sender kSender = Sender::server;
};
struct FromEither {
  static constexpr Sender kSender = Sender::either;
};

template <class M>
concept RequestMethod = requires {
  typename M::Result;
};
template <class M>
concept NotificationMethod = !RequestMethod<M>;
// If several requests about one document wait, only the newest gets an answer.
template <class M>
concept LatestPerDocument = requires {
  requires M::kLatestPerDocument;
};
// Long work, whose progress is reported with this title.
template <class M>
concept LongWork = requires {
  std::string_view(M::kTitle);
};

}  // namespace nsys_ai
