// Addresses of virtual documents: written down, read back, and read as editors mangle them.
#include "features/documents/document_address.h"

#include <gtest/gtest.h>

#include "features/workspace/file_uri.h"

namespace nsys_ai {
namespace {

DocumentAddress parsed_address(const std::string& uri) {
  const auto address = parse_document_uri(uri);
  EXPECT_TRUE(address && *address) << uri;
  return address && *address ? **address : DocumentAddress{};
}

std::string address_error(const std::string& uri) {
  const auto address = parse_document_uri(uri);
  if (!address || *address) return "no error";
  return address->error().message + " " + address->error().hint;
}

// What VS Code does: the parts are decoded once, and encoded again with more signs escaped.
std::string as_vscode(const std::string& uri) {
  const size_t query = uri.find('?');
  return uri.substr(0, query) + "?" + percent_encoded(percent_decoded(uri.substr(query + 1)), "");
}

TEST(DocumentAddress, IsReadAsItWasWritten) {
  const std::vector<std::string> names = {
      "gemm",         "void f<1, 2>(float const&, T*)", "operator==", "100%41",       "a&b=c&d", "a+b",
      "x?y#z/../\\w", "caf\xC3\xA9 \xE2\x82\xAC",       "\n\t",       "name=x&name=y"};
  for (const std::string& name : names) {
    const DocumentAddress address{"kernel", "/data/run 1%.sqlite", {{"name", name}}};
    const std::string uri = uri_of(address);
    for (const std::string& form : {uri, as_vscode(uri)}) {
      const DocumentAddress read = parsed_address(form);
      EXPECT_EQ(read.kind, "kernel");
      EXPECT_EQ(read.profile, address.profile) << form;
      EXPECT_EQ(read.item, address.item) << form;
      EXPECT_EQ(uri_of(read), uri);
    }
  }
}

TEST(DocumentAddress, HasASegmentForPeople) {
  const auto slug = [](const std::string& name) {
    return uri_of({"kernel", "/d/p.sqlite", {{"name", name}}}).substr(28);
  };
  EXPECT_EQ(slug("void at::native::reduce_kernel<512, 1>(float*)").substr(0, 14), "reduce_kernel?");
  EXPECT_EQ(uri_of({"range", "/d/p.sqlite", {{"label", "/a b//c/"}}}).substr(27, 6), "a_b_c?");
  EXPECT_EQ(slug("..").substr(0, 7), "kernel?");
  EXPECT_EQ(slug("\xE2\x82\xAC").substr(0, 7), "kernel?");
  EXPECT_EQ(slug(std::string(100, 'x')).substr(0, 41), std::string(40, 'x') + "?");
}

TEST(DocumentAddress, IsReadAsAPersonWouldWriteIt) {
  EXPECT_EQ(parsed_address("nsys-ai://overview/d/p.sqlite").profile, "/d/p.sqlite");
  EXPECT_EQ(parsed_address("nsys-ai://overview/d%2Fmy%20run.sqlite#L3").profile, "/d/my run.sqlite");
  const DocumentAddress skill = parsed_address("nsys-ai://skill/d/p.sqlite/top?name=top_kernels&limit=5");
  EXPECT_EQ(skill.profile, "/d/p.sqlite");
  EXPECT_EQ(*skill.find("name"), "top_kernels");
  EXPECT_EQ(*skill.find("limit"), "5");
  // Without the segment, and with signs that should be encoded.
  const DocumentAddress kernel = parsed_address("nsys-ai://kernel/d/p.sqlite?name=f<int&, T>(a+b)");
  EXPECT_EQ(kernel.profile, "/d/p.sqlite");
  EXPECT_EQ(*kernel.find("name"), "f<int&, T>(a+b)");
  // A kernel that is named as a profile is.
  EXPECT_EQ(parsed_address(uri_of({"range", "/d/p.sqlite", {{"label", "q.sqlite"}}})).profile, "/d/p.sqlite");
}

TEST(DocumentAddress, SaysWhatThereIs) {
  EXPECT_FALSE(parse_document_uri("file:///d/p.sqlite"));
  EXPECT_EQ(
      address_error("nsys-ai://nothing/d/p.sqlite"),
      "There is no document nsys-ai://nothing/d/p.sqlite. "
      "Documents are nsys-ai://KIND/ABSOLUTE/PATH/OF/PROFILE.sqlite; kinds are annotate, ask, compare, event, finding, instances, iteration, kernel, overview, page, range, ranges, skill.");
  EXPECT_EQ(address_error("nsys-ai://kernel/d/p.sqlite/x?label=y"),
            "There is no document nsys-ai://kernel/d/p.sqlite/x?label=y. "
            "It lacks what it is about: nsys-ai://kernel/ABSOLUTE/PATH/OF/PROFILE.sqlite/NAME?name=...");
  EXPECT_NE(address_error("nsys-ai://overview"), "no error");
  EXPECT_NE(address_error("nsys-ai://"), "no error");
}

TEST(DocumentAddress, CutsLongNamesAndStillTellsThemApart) {
  const std::string name = std::string(79, 'x') + "\xE2\x82\xAC" + std::string(5000, 'y');
  DocumentAddress address{"kernel", "/d/p.sqlite", {}};
  add_name(address, "name", name);
  EXPECT_LT(uri_of(address).size(), 250u);
  EXPECT_EQ(*address.find("name"), std::string(79, 'x'));
  const DocumentAddress read = parsed_address(uri_of(address));
  EXPECT_TRUE(is_named(read, "name", name));
  EXPECT_FALSE(is_named(read, "name", name + "y"));
  EXPECT_FALSE(is_named(read, "name", std::string(79, 'x')));
  EXPECT_FALSE(is_named(read, "label", name));
}

}  // namespace
}  // namespace nsys_ai
