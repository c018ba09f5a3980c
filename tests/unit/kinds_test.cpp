// The tables of kinds: each kind of target and of document is told from the others by how it is written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "features/documents/document_kinds.h"
#include "features/documents/target_answers.h"
#include "view/targets/target_kinds.h"

namespace nsys_ai::test {
namespace {

std::string example_of(const TargetKindRow& of) {
  switch (of.form) {
    case TargetForm::device_and_start:
      return std::string(of.prefix) + "1:60401707567";
    case TargetForm::family_and_row:
      return "cublas_call:12";
    case TargetForm::key:
      return std::string(of.prefix) + "word";
    case TargetForm::line_and_file:
      return std::string(of.prefix) + "12:/src/train.py";
    case TargetForm::nothing:
      return std::string(of.prefix);
    case TargetForm::number:
      break;
  }
  return std::string(of.prefix) + "12";
}

TEST(TargetKinds, AreReadFromWhatIsWritten) {
  for (const TargetKindRow& row : target_kinds()) {
    const std::string text = example_of(row);
    const auto target = parse_target(text);
    ASSERT_TRUE(target) << text;
    EXPECT_EQ(target->kind, row.kind) << text;
    EXPECT_EQ(&about(target->kind), &row) << text;
    EXPECT_EQ(answers_about(target->kind).kind, row.kind) << text;
  }
  EXPECT_FALSE(parse_target("kernel:many"));
  EXPECT_FALSE(parse_target("memset:-1"));
  EXPECT_FALSE(parse_target("ranges:1"));
  EXPECT_FALSE(parse_target("Kernel:1"));
  EXPECT_FALSE(parse_target(":1"));
}

// Where a hint says what an event is, a document tells of it.
TEST(TargetKinds, WithAHintHaveADocument) {
  for (const TargetKindRow& row : target_kinds())
    EXPECT_TRUE(answers_about(row.kind).hint == nullptr || answers_about(row.kind).place != nullptr)
        << row.prefix;
}

TEST(DocumentKinds, AreFoundByTheirAddresses) {
  for (const DocumentKind& kind : document_kinds()) {
    DocumentAddress address{std::string(kind.name), "/data/run.sqlite", {}};
    if (!kind.needs[0].empty()) {
      const auto without = parse_document_uri(uri_of(address));
      ASSERT_TRUE(without);
      ASSERT_FALSE(*without) << kind.name;
      EXPECT_THAT(without->error().hint, testing::HasSubstr("?" + std::string(kind.needs[0]) + "="));
      address.item.emplace_back(kind.needs[0], "x");
    }
    const auto read = parse_document_uri(uri_of(address));
    ASSERT_TRUE(read && *read) << kind.name;
    EXPECT_EQ((*read)->kind, kind.name);
    EXPECT_EQ((*read)->profile, address.profile);
    EXPECT_EQ((*read)->item, address.item);
    EXPECT_EQ(document_kind(kind.name), &kind);
  }
  EXPECT_EQ(document_kind("kernels"), nullptr);
}

}  // namespace
}  // namespace nsys_ai::test
