// Fills the template of the file with the bodies of both pages, their scripts, their styles and the answers.
#include "http/one_file.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "base/gzip.h"
#include "base/json_append.h"
#include "http/assets.h"
#include "http/scripts.h"
#include "http/template_text.h"
#include "http/token.h"

namespace nsys_ai {
namespace {

struct FilePage {
  std::string_view name;
  std::string_view html;
};
constexpr FilePage kPages[] = {{"timeline", "timeline.html"}, {"view", "index.html"}};

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    uint32_t three = 0;
    for (size_t i = 0; i < 3; ++i)
      three = three << 8 | (at + i < bytes.size() ? static_cast<unsigned char>(bytes[at + i]) : 0);
    for (size_t i = 0; i < 4; ++i) text += at + i <= bytes.size() ? kDigits[three >> (18 - 6 * i) & 63] : '=';
  }
  return text;
}

std::string bytes_of(std::string_view name) { return std::string(asset(name)->bytes); }

std::string icon() { return "data:image/svg+xml;base64," + base64(bytes_of("icon.svg")); }

// What stands in the body of a page before its configuration and its script, which the file has once.
std::string body_of(std::string_view html, const std::string& title) {
  const size_t begin = html.find('>', html.find("<body")) + 1;
  const size_t end = html.find("<script type=\"application/json\"", begin);
  std::string body =
      filled_template(html.substr(begin, end - begin), {{"title", html_text(title)}, {"scripts", ""}});
  constexpr std::string_view kIcon = "\"/icon.svg\"";
  for (size_t at = body.find(kIcon); at != std::string::npos; at = body.find(kIcon))
    body.replace(at, kIcon.size(), "\"" + icon() + "\"");
  return body;
}

std::string class_of(std::string_view html) {
  constexpr std::string_view kClass = "<body class=\"";
  const size_t begin = html.find(kClass) + kClass.size();
  return std::string(html.substr(begin, html.find('"', begin) - begin));
}

// The files that a page loads, in its order: of `src="{{scripts}}/view.js"` the name.
std::vector<std::string_view> loaded(std::string_view html, std::string_view attribute,
                                     std::string_view suffix) {
  const std::string before = fmt::format("{}=\"{{{{scripts}}}}/", attribute);
  std::vector<std::string_view> names;
  for (size_t at = html.find(before); at != std::string_view::npos; at = html.find(before, at)) {
    at += before.size();
    const std::string_view name = html.substr(at, html.find('"', at) - at);
    if (name.ends_with(suffix)) names.push_back(name);
  }
  return names;
}

void add_member(std::string& json, std::string_view name, std::string_view text) {
  if (json.back() != '{') json += ',';
  append_json(json, name);
  json += ':';
  append_json(json, text);
}

void add_page(std::string& json, const FilePage& page, const std::string& title) {
  const std::string html = bytes_of(page.html);
  std::string style;
  for (const std::string_view sheet : loaded(html, "href", ".css")) style += bytes_of(sheet);
  if (json.back() != '{') json += ',';
  json += fmt::format("\"{}\":{{", page.name);
  add_member(json, "body", body_of(html, title));
  add_member(json, "class", class_of(html));
  add_member(json, "style", style);
  json += ",\"scripts\":[";
  for (const std::string_view script : loaded(html, "src", ".js")) {
    if (json.back() != '[') json += ',';
    append_json(json, linked_script(script));
  }
  json += "]}";
}

std::string content_of(const OneFile& file) {
  std::string json = "{\"pages\":{";
  for (const FilePage& page : kPages) add_page(json, page, file.title);
  json += "},\"answers\":{";
  for (const auto& [address, answer] : file.answers) add_member(json, address, answer);
  return json + "}}";
}

}  // namespace

std::string kept_address(const std::string& name, const std::map<std::string, std::string>& params) {
  std::string address = name;
  for (const auto& [param, value] : params)
    address += fmt::format("{}{}={}", address.size() == name.size() ? '?' : '&', param, value);
  return address;
}

std::string one_file_page(const OneFile& file) {
  const std::string nonce = fresh_token();
  const std::string config =
      fmt::format("{{\"oneFile\":true,\"hasTimeline\":true,\"command\":{},\"begin\":{}}}",
                  json_string(file.command), json_string(file.begin));
  return filled_template(bytes_of("one_file.html"), {{"title", html_text(file.title)},
                                                     {"nonce", nonce},
                                                     {"icon", icon()},
                                                     {"config", config},
                                                     {"kept", base64(gzipped(content_of(file)))},
                                                     {"script", linked_script("one_file.js")}});
}

}  // namespace nsys_ai
