// What the fuzzers run: functions that take any bytes from outside and must keep their promises. A
// promise that does not hold ends the program. libFuzzer drives each as a program of its own
// (`make fuzz`); the tests give all of them the committed corpus.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "tether/link/bytes.hpp"

namespace tether::fuzz {

void wire_format(link::Bytes input);      // bytes of one sample
void handshake(link::Bytes input);        // datagrams that come to one end of a UDP link
void scenario(link::Bytes input);         // text of a scenario
void mesh(link::Bytes input);             // a mesh file
void cat_datagram(link::Bytes input);     // one datagram of the assisting process's gateway
void cola_telegram(link::Bytes input);    // bytes of a laser scanner's socket
void station_request(link::Bytes input);  // head of a request to the station

inline void promise(bool kept, const char* what) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

}  // namespace tether::fuzz
