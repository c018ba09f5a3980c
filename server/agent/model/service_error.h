// Errors of a service for people: one sentence about what is wrong, and what to do.
#pragma once

#include <string>

#include "agent/model/http_exchange.h"
#include "agent/model/model_key.h"
#include "agent/model/reply_draft.h"
#include "agent/model/wire_format.h"
#include "base/result.h"

namespace nsys_ai {

// The service, the model and the key of a failed request.
struct Asked {
  const WireFormat& format;
  const ServiceAddress& address;
  const std::string& model;
  const ModelKey& key;
};

// The message in the body of a refusal, without the JSON around it.
std::string refusal_message(std::string_view body);

// The error for a reply with a fault, and for a redirect. The service's message is quoted, shortened, on one
// line and without the key.
Error fault_error(const Asked& asked, const ServiceFault& fault);
Error redirect_error(const Asked& asked, const std::string& location);
// The error for an exchange that ended without a reply.
Error failure_error(const Asked& asked, const HttpEnd& end);

// Whether a refusal with the status of a rate limit actually reports missing credit or an exhausted quota.
bool is_out_of_credit(const ServiceFault& fault);

}  // namespace nsys_ai
