// What a message of the protocol is as a type: a request has Params and a Result, a notification has Params
// alone. A handler's signature, the router's table, the schema and the clients' types all come from here.
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
// While several wait for one document, only the newest is worth an answer.
template <class M>
concept LatestPerDocument = requires {
  requires M::kLatestPerDocument;
};
// Long work: progress is reported under this title.
template <class M>
concept LongWork = requires {
  std::string_view(M::kTitle);
};

}  // namespace nsys_ai
