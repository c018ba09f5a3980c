// What went wrong with a service, as a person reads it: one sentence, and what to do.
#pragma once

#include <string>

#include "agent/model/http_exchange.h"
#include "agent/model/model_key.h"
#include "agent/model/reply_draft.h"
#include "agent/model/wire_format.h"
#include "base/result.h"

namespace nsys_ai {

// Who was asked, for what, with which key.
struct Asked {
  const WireFormat& format;
  const ServiceAddress& address;
  const std::string& model;
  const ModelKey& key;
};

// What a service says in the body of a refusal, without the JSON around it.
std::string said_in(std::string_view body);

// Of an answer with a fault, and of an answer that redirects elsewhere. What the service said is quoted, cut,
// on one line and without the key.
Error fault_error(const Asked& asked, const ServiceFault& fault);
Error redirect_error(const Asked& asked, const std::string& location);
// Of an exchange that ended without an answer.
Error trouble_error(const Asked& asked, const HttpEnd& end);

// Whether a refusal for want of money or of a quota reads like one for want of patience.
bool is_out_of_credit(const ServiceFault& fault);

}  // namespace nsys_ai
