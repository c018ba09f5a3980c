// What is kept of virtual documents, and for how long.
#include "features/documents/document_store.h"

#include <gtest/gtest.h>

namespace nsys_ai {
namespace {

ProfilePtr empty_profile() { return std::make_shared<const Profile>(ProfileData{}); }

DocumentPtr stored_document(const ProfilePtr& profile, const std::string& uri, size_t bytes = 10) {
  PageText page{std::string(bytes, 'x'), {}, {}};
  TextDocument text({uri, "nsysai", 0, page.text}, PositionEncoding::utf16);
  return std::make_shared<const VirtualDocument>(
      VirtualDocument{{"overview", "/p.sqlite", {}}, uri, profile, std::move(page), std::move(text)});
}

TEST(DocumentStore, GivesBackWhatItWasGiven) {
  const ProfilePtr profile = empty_profile();
  DocumentStore store;
  const DocumentPtr kept = stored_document(profile, "a");
  store.keep(kept, "1");
  EXPECT_EQ(store.find("a", "1", *profile), kept);
  EXPECT_EQ(store.find("a", "2", *profile), nullptr) << "another version";
  EXPECT_EQ(store.find("b", "1", *profile), nullptr) << "another document";
  EXPECT_EQ(store.find("a", "1", *empty_profile()), nullptr) << "another reading of the profile";
  const DocumentPtr newer = stored_document(profile, "a");
  store.keep(newer, "2");
  EXPECT_EQ(store.find("a", "2", *profile), newer);
  EXPECT_EQ(store.find("a", "1", *profile), nullptr) << "the former version";
}

TEST(DocumentStore, DropsWhatWasAskedForLongestAgo) {
  const ProfilePtr profile = empty_profile();
  DocumentStore store;
  for (size_t i = 0; i < DocumentStore::kMaxDocuments; ++i) {
    store.keep(stored_document(profile, std::to_string(i)), "");
    ASSERT_NE(store.find("0", "", *profile), nullptr);
  }
  store.keep(stored_document(profile, "last"), "");
  EXPECT_NE(store.find("0", "", *profile), nullptr);
  EXPECT_EQ(store.find("1", "", *profile), nullptr);
  EXPECT_NE(store.find("2", "", *profile), nullptr);
}

TEST(DocumentStore, KeepsWithinItsRoom) {
  const ProfilePtr profile = empty_profile();
  DocumentStore store;
  const size_t half = DocumentStore::kMaxBytes / 4;  // a text is held twice
  for (const char* uri : {"a", "b", "c"}) store.keep(stored_document(profile, uri, half), "");
  EXPECT_EQ(store.find("a", "", *profile), nullptr);
  EXPECT_NE(store.find("b", "", *profile), nullptr);
  store.keep(stored_document(profile, "huge", 2 * DocumentStore::kMaxBytes), "");
  EXPECT_NE(store.find("huge", "", *profile), nullptr) << "one is always kept";
  EXPECT_EQ(store.find("c", "", *profile), nullptr);
}

TEST(DocumentStore, ForgetsAProfileAndLetsGoOfIt) {
  const ProfilePtr one = empty_profile();
  const ProfilePtr other = empty_profile();
  DocumentStore store;
  store.keep(stored_document(one, "a"), "");
  store.keep(stored_document(other, "b"), "");
  store.keep(stored_document(one, "c"), "");
  EXPECT_EQ(store.forget(*one), (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(one.use_count(), 1);
  EXPECT_NE(store.find("b", "", *other), nullptr);
}

}  // namespace
}  // namespace nsys_ai
