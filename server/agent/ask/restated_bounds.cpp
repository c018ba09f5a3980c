// Patterns for numbers that are just so many, the greater or lesser of places, and neighbours in time.
#include "agent/ask/restatement.h"

namespace nsys_ai::inline agent {

const std::vector<Restatement>& restatements_of_bounds() {
  static const std::vector<Restatement> all = {
      {as_said(
           R"(\b((?:GPU|device|process|stream|thread)(?: id)?) (?:with|that has|which has|has) the (?:fewer |(?:smaller|lower|lesser) (?!kernels|copies|memcpys|memsets|transfers|gaps|calls|ranges|operations|launches)))"),
       "$1 with the least "},
      {as_said(
           R"(\b((?:GPU|device|process|stream|thread)(?: id)?) (?:with|that has|which has|has) the (?:larger|higher|greater|bigger) (?!kernels|copies|memcpys|memsets|transfers|gaps|calls|ranges|operations|launches))"),
       "$1 with the most "},
      {as_said(
           R"(\b(?:with|have|has|having|used?|uses|using|that need|needing|at(?: the)?) (\d+) (register|thread)s?(?: ?(?:/|per) ?(thread|block))?(?: limit)?\b(?! or| and (?:more|up|above|below)| at (?:most|least)| minimum| maximum| min\b| max\b| tops| upwards|\+))"),
       "with exactly $1 $2s"},
      {as_said(
           R"(\b(\d+)[- ]bytes? ((?:host-to-device|device-to-host|device-to-device|[hd](?:2|to)[hd]) |)(memsets?|copies|copy|memcpys?|transfers?)\b)"),
       "$2$3 with exactly $1 bytes"},
      {as_said(
           R"(\b(?:that )?(?:are |is |wrote |write |moved |move |copied |set |with |of )?(?:a )?(?:size (?:of )?)?(?:exactly|precisely|just) (\d+) bytes(?: big| large| in size| each| long)?)"),
       "with exactly $1 bytes"},
      {as_said(R"(\b(memsets?|copies|memcpys?|transfers?) (?:with|of) (?:a )?size (?:of )?(\d+) bytes\b)"),
       "$1 with exactly $2 bytes"},
      {as_said(
           R"(\b(dynamic |static )?(?:shared memory|smem) (?:>|above|over|of more than|larger than) (\d+) bytes\b)"),
       "more than $2 bytes of $1shared memory"},
      {as_said(R"(\b(?:over|above) (\d+) bytes of (dynamic |static )?(?:shared memory|smem)\b)"),
       "more than $1 bytes of $2shared memory"},
      {as_said(R"(\bregistersPerThread ?==? ?(\d+)\b)"), "exactly $1 registers"},
      {as_said(
           R"(\bhow far apart (?:do|are|is) (?:the )?(?:successive|consecutive|adjacent|neighbou?ring) (.+?) (?:begin|start|starting|beginning)s?\b)"),
       "interval between starts of $1"},
      {as_said(
           R"(\bstart[- ]to[- ]start (?:distance|interval|time|gap|spacing|period) (?:of|between) (?:consecutive |successive |adjacent )?)"),
       "interval between starts of "},
      {as_said(
           R"(^there (?:are|were) (?:two|2) (?:calls of |ranges (?:of |named )?)?(\S+?)( ranges| kernels| copies)?[,;.:] (?:and )?(.+) of the (?:later|last)(?: one)?(\s*[?.]?)$)"),
       "$3 of the last $1$2$4"},
      {as_said(R"(\bthreads (?:created|spawned|started) (?:through|by|with|via|using) pthread_create\b)"),
       "OS calls named \"pthread_create\""},
      {as_said(
           R"(\bwhat (?:is|was) the (longest|shortest|slowest|fastest) (?:run|execution) of (?:the )?(\w+) kernel\b)"),
       "how long is the $1 kernel named \"$2\""},
      {as_said(
           R"(,? \(?(?:with )?overlaps? (?:is |are )?(?:not|never) (?:double[- ]counted|counted twice)\)?)"),
       ""}};
  return all;
}

}  // namespace nsys_ai::inline agent
