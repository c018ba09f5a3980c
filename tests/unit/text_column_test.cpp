// What NVTX rows say, read back from profiles: byte for byte what the file holds.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "analysis/nvtx_labels.h"
#include "profile/load.h"
#include "profile/sqlite.h"
#include "profile_file.h"
#include "tests/support/sketch.h"
