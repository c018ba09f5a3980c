// Files that change while they are read, and files with company: journals, logs, folders without write
// access.
#include <gtest/gtest.h>
int changing_placeholder;
