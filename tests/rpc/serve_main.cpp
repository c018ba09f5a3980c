// A server with the features of server/features/list.cpp and no command line: what the conversations speak
// to.
#include "features/serve.h"

int main() { return nsys_ai::serve({}); }
