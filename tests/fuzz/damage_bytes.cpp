// Damage that knows nothing of b-trees: headers, files cut short, flipped bits, pages out of place.
#include <random>

#include "tests/fuzz/corpus.h"
#include "tests/fuzz/pages.h"
#include "tests/fuzz/seed.h"

namespace nsys_ai::fuzz {
namespace {

std::string name_of(const std::string& what, uint64_t number) { return what + "_" + std::to_string(number); }

struct HeaderDamage {
  const char* name;
  size_t at;
  size_t width;
  std::vector<uint64_t> values;
};

const std::vector<HeaderDamage>& header_damages() {
  static const std::vector<HeaderDamage> damages = {
      {"page_size", kPageSize, 2, {0, 1, 2, 256, 511, 513, 1000, 1024, 4096, 32768, 65535}},
      {"write_version", kWriteVersion, 1, {0, 2, 3, 255}},
      {"read_version", kReadVersion, 1, {0, 2, 3, 255}},
      {"reserved", kReserved, 1, {1, 31, 32, 33, 128, 255}},
      {"max_fraction", kMaxFraction, 1, {0, 255}},
      {"change_counter", kChangeCounter, 4, {0, 99, UINT32_MAX}},
      {"page_count", kPageCount, 4, {0, 1, 2, 20, 0x7FFFFFFF, UINT32_MAX}},
      {"freelist", kFreelist, 4, {1, 2, 3, 9999, UINT32_MAX}},
      {"free_pages", kFreePages, 4, {1, 5, UINT32_MAX}},
      {"schema_format", kSchemaFormat, 4, {0, 1, 2, 3, 5, 255, UINT32_MAX}},
      {"largest_root", kLargestRoot, 4, {1, 2, 5, UINT32_MAX}},
      {"encoding", kEncoding, 4, {0, 2, 3, 4, 255, UINT32_MAX}},
      {"incremental_vacuum", kIncrementalVacuum, 4, {1, UINT32_MAX}},
      {"version_valid_for", kVersionValidFor, 4, {0, 99, UINT32_MAX}},
  };
  return damages;
}

std::string with_magic_changed(size_t at) {
  Pages pages(plain().bytes);
  pages.put(at, 1, pages.number(at, 1) ^ 0x20);
  return pages.take();
}

}  // namespace

void make_headers(const Take& take) {
  for (const HeaderDamage& damage : header_damages())
    for (const uint64_t value : damage.values) {
      Pages pages(plain().bytes);
      pages.put(damage.at, damage.width, value);
      take({name_of(damage.name, value), pages.take()});
    }
  for (size_t at = 0; at < 16; ++at) take({name_of("magic_byte", at), with_magic_changed(at)});
  for (size_t at = 16; at < kHeaderEnd; ++at)
    for (const unsigned value : {0x00u, 0x80u, 0xFFu}) {
      Pages pages(plain().bytes);
      pages.put(at, 1, value);
      take({name_of(name_of("byte", at) + "_is", value), pages.take()});
    }
}

void make_truncations(const Take& take) {
  const std::string& whole = plain().bytes;
  const size_t page_size = Pages(whole).page_size();
  const size_t pages = whole.size() / page_size;
  const auto cut = [&](size_t size) { take({name_of("cut_at_byte", size), whole.substr(0, size)}); };
  for (const unsigned size : {0u, 1u, 15u, 16u, 17u, 18u, 28u, 31u, 99u, 100u, 101u, 107u, 108u, 511u})
    cut(size);
  cut(whole.size() - 1);
  for (size_t page = 1; page < pages; ++page) {
    cut(page * page_size);
    cut(page * page_size + page * 7 % page_size);
    // The header agrees that there are no more pages; then that there are as many as there were.
    Pages agreed(whole.substr(0, page * page_size));
    agreed.put(kPageCount, 4, page);
    take({name_of("ends_before_page", page + 1), agreed.take()});
    Pages silent(whole.substr(0, page * page_size));
    silent.put(kVersionValidFor, 4, 0);
    take({name_of("ends_unannounced_before_page", page + 1), silent.take()});
  }
  take({"a_byte_more", whole + '\0'});
  take({"a_page_more", whole + std::string(page_size, '\xFF')});
  take({"header_alone", whole.substr(0, kHeaderEnd) + std::string(whole.size() - kHeaderEnd, '\0')});
  take({"twice", whole + whole});
}

void make_bits(const Take& take) {
  std::mt19937 random(20240501);  // fixed, so that a name stands for the same bytes everywhere
  const std::string& whole = plain().bytes;
  const Pages seed(whole);
  const auto below = [&](size_t limit) { return random() % limit; };
  for (int i = 0; i < 360; ++i) {
    Pages pages(whole);
    const int flips = i % 3 == 0 ? 1 : i % 3 == 1 ? 8 : 64;
    for (int flip = 0; flip < flips; ++flip) {
      // Every other file is hurt where a page states its layout.
      const size_t at = i % 2 == 0 ? kHeaderEnd + below(whole.size() - kHeaderEnd)
                                   : seed.begin(1 + static_cast<uint32_t>(below(seed.count()))) + below(40);
      if (at < kHeaderEnd) continue;
      pages.put(at, 1, pages.number(at, 1) ^ (uint64_t{1} << below(8)));
    }
    take({name_of(name_of("flips", static_cast<uint64_t>(flips)) + "_seed", static_cast<uint64_t>(i)),
          pages.take()});
  }
}

void make_pages(const Take& take) {
  const std::string& whole = plain().bytes;
  const Pages seed(whole);
  const size_t size = seed.page_size();
  for (uint32_t page = 1; page <= seed.count(); ++page) {
    const auto change = [&](const char* what, auto&& how) {
      Pages pages(whole);
      how(pages, pages.begin(page));
      if (page == 1) pages = Pages(whole.substr(0, kHeaderEnd) + pages.bytes().substr(kHeaderEnd));
      take({name_of("page", page) + "_" + what, pages.take()});
    };
    change("zeroed", [&](Pages& pages, size_t at) { pages.fill(at, size, '\0'); });
    change("all_ones", [&](Pages& pages, size_t at) { pages.fill(at, size, '\xFF'); });
    change("half_zeroed", [&](Pages& pages, size_t at) { pages.fill(at + size / 2, size / 2, '\0'); });
    change("is_the_first", [&](Pages& pages, size_t at) { pages.copy(0, at, size); });
    change("is_the_next", [&](Pages& pages, size_t at) { pages.copy(at + size, at, size); });
    change("is_the_one_before", [&](Pages& pages, size_t at) { pages.copy(at - size, at, size); });
  }
}

}  // namespace nsys_ai::fuzz
