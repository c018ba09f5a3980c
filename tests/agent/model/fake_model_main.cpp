// fake_model SCRIPT [LOG]: plays a script of tests/agent/model/scripted_model.h to whoever asks, prints its
// address, and writes every byte it is sent to LOG. Ends with its standard input.
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

#include "tests/agent/model/scripted_model.h"

int main(int count, char** words) {
  using namespace nsys_ai::test;
  if (count < 2) return std::fputs("fake_model SCRIPT [LOG]\n", stderr), 2;
  try {
    std::ifstream script(words[1]);
    FakeService service(answer_by(read_script(std::string(std::istreambuf_iterator<char>(script), {}))));
    std::cout << service.url() << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
    }
    if (count > 2) std::ofstream(words[2]) << service.bytes();
  } catch (const std::exception& wrong) {
    std::fprintf(stderr, "fake_model: %s\n", wrong.what());
    return 1;
  }
  return 0;
}
