// Rounds of values: a body that elements go through again and again, each as often as its own values ask for. The elements that still do are kept
// side by side, so that the body's primitives see full strips of them; an element that leaves puts its last values where it belongs.
//
//     element     0 1 2 3 4 5        owners  0 1 2 3 4 5        2 and 4 leave        owners  0 1 3 5
#include <cstring>

#include "machine.h"

namespace maniple::block {

struct Machine::Live {
  int64_t n = 0;      // elements side by side
  int64_t going = 0;  // of these, the ones that take another round
  int32_t* owners;    // by element: its number in the piece
  uint8_t* goes;      // by element: whether it takes another round
  int32_t* kept;      // numbers of the elements that stay, and
  char* spare;        // a strip to move values through
};

namespace {

void putElement(char* to, const char* from, int64_t size) {
  switch (size) {
    case 1: *to = *from; break;
    case 2: std::memcpy(to, from, 2); break;
    case 4: std::memcpy(to, from, 4); break;
    default: std::memcpy(to, from, 8);
  }
}

}  // namespace

void Machine::rounds(const Instruction& i, int64_t n) {
  const Rounds& r = *i.rounds;
  Live live;
  live.owners = reinterpret_cast<int32_t*>(scratch_ + OwnerStrip * kStrip);
  live.goes = reinterpret_cast<uint8_t*>(scratch_ + StartStrip * kStrip);
  live.kept = reinterpret_cast<int32_t*>(scratch_ + CountStrip * kStrip);
  live.spare = scratch_ + ConvertStrip * kStrip;
  const uint8_t* enter = reinterpret_cast<const uint8_t*>(at(r.enter));
  for (int64_t k = 0; k < n; k++)
    if (enter[k] != 0) live.owners[live.n++] = static_cast<int32_t>(k);
  for (const Carried& c : r.carried) {
    const char* initial = at(c.initial);
    std::memcpy(target(c.out), initial, n * kSize[c.type]);
    table_.takeNear[c.type](target(c.strip), initial, live.owners, live.n);
  }
  live.going = live.n;
  std::memset(live.goes, 1, live.n);
  takeOuters(r, live);
  const Piece piece{0, 0, 1, 0, 0};
  for (int32_t round = 0; round < r.most && live.going > 0; round++) {
    Piece own = piece;
    own.n = live.n;
    for (const Instruction& inner : r.body) execute(inner, own);
    for (const Carried& c : r.carried)
      if (at(c.next) != at(c.strip)) std::memcpy(at(c.strip), at(c.next), live.n * kSize[c.type]);
    leave(r, &live);
  }
  for (int64_t j = 0; j < live.n; j++)
    if (live.goes[j] != 0) keep(r, live, j);
}

// Values of the enclosing loop, for the elements side by side.
void Machine::takeOuters(const Rounds& r, const Live& live) {
  for (const Instruction& i : r.outers) table_.takeNear[i.type](target(i.out), at(i.in[0]), live.owners, live.n);
}

// Puts an element's values where they belong.
void Machine::keep(const Rounds& r, const Live& live, int64_t j) {
  for (const Carried& c : r.carried) {
    const int64_t size = kSize[c.type];
    putElement(at(c.out) + live.owners[j] * size, at(c.strip) + j * size, size);
  }
}

// After a round: elements that go no further leave, and where they are many, the remaining ones move together.
void Machine::leave(const Rounds& r, Live* live) {
  const uint8_t* goes = reinterpret_cast<const uint8_t*>(at(r.goes));
  int64_t going = 0;
  for (int64_t j = 0; j < live->n; j++) going += live->goes[j] & (goes[j] != 0);
  if (going == live->going) return;
  for (int64_t j = 0; j < live->n; j++) {
    const uint8_t on = goes[j] != 0;
    if (live->goes[j] > on) keep(r, *live, j);
    live->goes[j] &= on;
  }
  live->going = going;
  if (going == 0 || going > live->n - live->n / 4) return;
  int64_t kept = 0;
  for (int64_t j = 0; j < live->n; j++)
    if (live->goes[j] != 0) live->kept[kept++] = static_cast<int32_t>(j);
  for (const Carried& c : r.carried) {
    table_.takeNear[c.type](live->spare, at(c.strip), live->kept, kept);
    std::memcpy(at(c.strip), live->spare, kept * kSize[c.type]);
  }
  for (int64_t j = 0; j < kept; j++) live->owners[j] = live->owners[live->kept[j]];
  std::memset(live->goes, 1, kept);
  live->n = kept;
  takeOuters(r, *live);
}

}  // namespace maniple::block
