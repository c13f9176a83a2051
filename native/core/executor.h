// Runs launches (kernel, parameters, units) in the order that their dependences allow, on the thread that submits them
// and on any number of workers.
//
// Launches are numbered 1, 2, … and sit in a ring. A launch may start when every launch up to its `wait` is complete; its
// units are cut into points of `tile` units, which threads claim one by one. The thread that completes the last point runs `finish` and
// moves `completed` over every launch that is complete, in order.
//
//     completed        tail
//         v              v
//     … 6 | 7  8  9  10  |           7 runs, 8 is complete, 9 waits for 7, 10 may start
//
// The points of a launch are cut into a range for each processor, and the processor's thread takes them from the front; a thread that has
// nothing left takes points of other ranges from the back. So threads that keep up with each other work on the same part of every array
// in launch after launch, and find it in their caches.
//
//     points    0 1 2 3 4 5 6 7 | 8 9 10 11 12 13 14 15
//               ──> processor 0   ──> processor 1   <── processor 0, once its own are taken
//
// One word a range holds the launch's number and the points that are not taken. A thread claims by a compare-and-swap that takes one; it
// succeeds only while the slot still is that launch's and has points left, and then the launch cannot complete, nor its slot be reused,
// before the claimed point is done. So the fields that a thread read from the slot between loading the word and swapping it were that
// launch's. The slot's own word, `claim`, counts the ranges that have points left. Sequentially consistent operations are used where two
// threads each write one word and read the other's.
//
// A composite (composite.h) takes several numbers and the slot of the first. Its claim word says `kComposite` instead of a
// number of points until it is complete; then `completed` moves over all its numbers at once. A thread that found it says so
// in its seat, and looks at the claim word once more: from then on the composite is not deleted.
//
// A launch may follow launches of other queues as well, which a device of its own runs: it then waits for one counter of a page, a counter
// for each queue, which `reached` moves. Such launches take no number here, so that nothing but their followers waits for them. A composite
// may wait for counters inside (graph/replica.h), and launches of other queues may follow its first launches while the later ones run:
// it says how far it has come (`passed`), and `completed` is inside it then. Slots are freed, and launches of the ring begin, by `ended`.
//
// `submit`, `wait`, `help`, `notifyAt` and `takeFailures` belong to one thread, the owner; `serve`, `reached` and `stop` to any. While the
// owner waits for a notification rather than in `wait`, its processor would be idle: a thread of the executor's own, the
// deputy, runs points in its place (executor_deputy.cpp).
#pragma once

#include <pthread.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "composite.h"
#include "cores.h"
#include "kernels.h"
#include "launch_slot.h"
#include "parking.h"
#include "staff.h"

namespace maniple {

// Slots of a launch record's header: the same as RECORD in lib/native/addon.ts.
enum Record { kLength = 0, kKernel = 1, kUnits = 2, kTile = 3, kWait = 4, kFlags = 5, kParams = 6 };
constexpr int kInline = 1;
constexpr int kBrief = 2;

// Launch n of queue q of a machine has the number q * 2^44 + n; the executor's own queue is 0. The same as in
// lib/device/launch-numbers.ts.
constexpr uint64_t kQueueShift = 44;
constexpr uint64_t kForeignQueues = 64;

// Statuses that the executor itself sets (STATUS in lib/ir/kernel.ts).
constexpr double kStatusTask = 2;
constexpr double kStatusMemory = 3;
constexpr double kStatusRefused = 9;

struct Failure {
  uint64_t launch;
  double status;
};

class Executor {
 public:
  // Room for `ring` launches (a power of two) at a time, and for so many threads at composites. Null when memory is out.
  static std::shared_ptr<Executor> create(std::size_t ring, uint32_t threads = 8) noexcept;
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Takes `count` records, back to back; returns the last launch's number. Helps while the ring is full. A record with the number of no
  // kernel is a launch that fails as refused.
  uint64_t submit(double* records, int count) noexcept;

  // The record at `position` of the next submit, or the next composite, follows a launch of a different queue. For the owner, positions
  // ascending. False where the queue does not exist, the record follows too many queues, or memory is out.
  bool follow(int position, uint64_t launch) noexcept;
  bool follows() const noexcept { return !follows_.empty(); }
  // A launch of a different queue, and all before it there, are complete.
  void reached(uint64_t launch) noexcept;

  // Takes a composite as `span` launches, no more than `longest()`, that start when every launch up to `wait` is complete,
  // the composite's last ones among them. Returns the first one's number.
  uint64_t submit(Composite* composite, uint64_t span, uint64_t wait, Pace pace) noexcept;
  uint64_t longest() const noexcept { return mask_ / 4; }

  // Whether nothing is under way; then other threads do not look at launches that the owner runs itself. `ranHere`: it ran `span`
  // launches so; numbers them, marks them complete and returns the last one's number.
  bool isIdle() const noexcept { return ended() == submitted(); }
  uint64_t ranHere(uint64_t span) noexcept;

  // Takes `span` launches that fail as refused, behind everything before; returns the last one's number.
  uint64_t refuse(uint64_t span) noexcept;

  // Composites: the launch that begins with n is over; one of its launches failed; its launches up to `last`, which is not its last one,
  // are complete.
  void finished(uint64_t n) noexcept;
  void fail(uint64_t n, double status) noexcept;
  void passed(uint64_t n, uint64_t last) noexcept;
  // The counter of a queue, a number of `reached`; null where the queue of a launch does not exist.
  const std::atomic<uint64_t>* counterOf(uint64_t launch) const noexcept;
  bool stopping() const noexcept { return progress_.stopping.load(std::memory_order_relaxed); }
  // Whether the thread of a processor, or for the owner's the deputy, is at work or looks for some.
  bool isPresent(uint32_t processor) const noexcept;

  // Whether a thread may still be looking at a composite that is complete; at any, for null.
  bool inUse(const Composite* composite) const noexcept;

  // The last launch that is complete with all before it. `passed` of the slot is of the composite behind `ended`, or of one that had the
  // slot before or has it by now, and these are a ring away.
  uint64_t completed() const noexcept {
    const uint64_t last = ended();
    const uint64_t passed = slotOf(last + 1).passed.load(std::memory_order_seq_cst);
    return passed > last && passed - last <= longest() ? passed : last;
  }
  bool isComplete(uint64_t n) const noexcept { return n <= ended() || n <= completed(); }
  // As `completed`, in steps of whole composites.
  uint64_t ended() const noexcept { return progress_.completed.load(std::memory_order_seq_cst); }
  uint64_t submitted() const noexcept { return progress_.tail.load(std::memory_order_seq_cst); }

  // Runs points until launch n and all before it are complete.
  void wait(uint64_t n) noexcept { await(n, false); }

  // Runs points for a short time if only a few brief launches up to n are left; returns whether all are complete.
  bool help(uint64_t n) noexcept;

  // Serves as worker `thread` (1 …) for up to `milliseconds`; false once stopped.
  bool serve(int milliseconds, uint32_t thread) noexcept;

  // Counts a worker's stay, which may be many calls of `serve`: stop() waits until all have left.
  void enter() noexcept;
  void leave() noexcept;
  int workers() const noexcept { return present_.load(std::memory_order_seq_cst); }

  // Threads of the executor's own serve as workers from now on, each until `relieve`; how many do.
  uint32_t staff() noexcept { return staff_.start(); }
  // Returns when no thread of the executor's own serves as worker `thread`.
  void relieve(uint32_t thread) noexcept { staff_.relieve(thread); }

  // Makes serve() return false now and for ever, and waits until all workers have left and the deputy has ended.
  void stop() noexcept;
  // Whether it has returned: no thread runs a launch any more, be it complete or not.
  bool stopped() const noexcept { return stopped_.load(std::memory_order_acquire); }

  // `hook(data)` is called once, on any thread, when launch n and all before are complete; a new call replaces the last.
  // With no hook, nothing is called.
  void notifyAt(uint64_t n) noexcept;
  void setHook(void (*hook)(void*), void* data) noexcept;
  // Whether a thread other than the owner's runs the remaining points, a worker or the deputy; an executor of one thread has none.
  bool attended() noexcept;

  // Moves the failures since the last call to `out`.
  void takeFailures(std::vector<Failure>& out) noexcept;

  // Whether everything that was submitted is complete, and no failure is to be taken: so it stays until the next submit.
  bool isOver() const noexcept { return isIdle() && !failed_.load(std::memory_order_acquire); }

 private:
  using Slot = LaunchSlot;
  static constexpr uint64_t kNever = ~uint64_t{0};
  static constexpr uint64_t kComposite = UINT32_MAX;

  enum class Claim { taken, exhausted, blocked, composite };

  // The points of one processor: the launch's number above, then the first of the untaken points and their end.
  using Range = std::atomic<uint64_t>;
  static constexpr int kFrom = 16;
  static constexpr uint64_t kMostInRange = 0xffff;

  Executor(Slot* slots, std::size_t ring, Range* ranges, Seat* seats, uint32_t threads) noexcept
      : slots_(slots), mask_(ring - 1), ranges_(ranges), seats_(seats), threads_(threads), staff_(*this, threads - 1) {}

  Slot& slotOf(uint64_t n) const noexcept { return slots_[n & mask_]; }
  Range* rangesOf(uint64_t n) const noexcept { return ranges_ + (n & mask_) * threads_; }
  uint64_t firstOf(const Slot& slot, uint32_t range) const noexcept { return slot.points * range / threads_; }
  uint32_t cut(const Slot& slot, uint64_t n) noexcept;
  bool fill(Slot& slot, const double* record, uint64_t n) noexcept;
  void runInline(double* record, uint64_t n, const Kernel* kernel) noexcept;
  struct Follow {
    int position;
    uint64_t launch;
  };
  uint64_t enqueue(double* record, uint64_t n, const Kernel* kernel, const Follow* first, const Follow* last) noexcept;
  void setForeign(Slot& slot, const Follow* first, const Follow* last) noexcept;
  bool mayStart(const Slot& slot) const noexcept;
  bool isForeignOver(const Slot& slot) const noexcept;
  void wakeWaiters() noexcept;
  void makeRoom(uint64_t n) noexcept;
  void await(uint64_t n, bool whole) noexcept;
  void complete(Slot& slot, uint64_t n) noexcept;
  void announce() noexcept;

  Claim claim(Slot& slot, uint64_t n, uint32_t processor, uint64_t& point) noexcept;
  bool take(Slot& slot, uint64_t n, uint32_t range, bool own, uint64_t& point) noexcept;
  void runPoints(Slot& slot, uint64_t n, uint32_t processor, uint64_t point) noexcept;
  void callHelp() noexcept;
  // How a thread looks for work: its seat, the processor that it prefers, the last launch that it looks at; a patient thread leaves
  // points of processors with present threads to them.
  struct Search {
    uint32_t seat;
    uint32_t processor;
    uint64_t limit;
    bool patient;
  };
  bool runSome(const Search& search) noexcept;
  uint64_t spanOf(Slot& slot, uint64_t n) const noexcept;
  bool areBrief(uint64_t n) const noexcept;
  bool helpComposite(Slot& slot, uint64_t n, const Search& search) noexcept;

  // The deputy stands in while a notification is awaited and the owner is not in wait().
  bool standsIn() const noexcept {
    return notifyAt_.load(std::memory_order_seq_cst) != kNever && target_.load(std::memory_order_seq_cst) == kNever;
  }
  bool hasPointsLeft(uint64_t limit) const noexcept;
  void callDeputy() noexcept;
  void wakeDeputy() noexcept;
  void wakeFreely() noexcept;
  void startDeputy() noexcept;
  void deputize() noexcept;
  void endDeputy() noexcept;

  struct Seen {
    uint64_t ended;
    uint64_t tail;
    uint64_t reached;
  };
  Seen look() const noexcept { return {ended(), submitted(), reachedCount()}; }
  uint64_t reachedCount() const noexcept { return progress_.reached.load(std::memory_order_seq_cst); }
  bool changedSince(const Seen& seen) const noexcept {
    return ended() != seen.ended || submitted() != seen.tail || reachedCount() != seen.reached;
  }
  bool spin(const Seen& seen, Search& search) noexcept;
  int64_t nap() const noexcept;
  void sit(uint32_t seat, bool present) noexcept;
  void noteCore(uint32_t seat) noexcept;
  void keepApart(uint32_t seat) noexcept;

  // Idle threads watch this one line.
  struct alignas(64) Progress {
    std::atomic<uint64_t> completed{0};
    std::atomic<uint64_t> tail{0};
    std::atomic<bool> stopping{false};
    std::atomic<uint64_t> reached{0};  // how often a counter of the page moved, or a composite passed launches
  };
  struct alignas(64) Counter {
    std::atomic<uint64_t> launch{0};
  };

  Slot* const slots_;
  const uint64_t mask_;
  Range* const ranges_;  // of every slot, one for each of the threads
  Seat* const seats_;
  const uint32_t threads_;  // the last seat, beyond these, is the deputy's
  Progress progress_;
  Counter page_[kForeignQueues];  // by queue, the last complete launch
  std::vector<Follow> follows_;   // of the next submit; the owner's
  alignas(64) std::atomic<uint64_t> first_{1};  // launches before this have no point left to claim: a hint
  std::atomic<uint64_t> notifyAt_{kNever};
  std::atomic<uint64_t> target_{kNever};  // the launch that the sleeper in wait() waits for
  std::atomic<int> present_{0};
  std::atomic<int> composites_{0};  // submitted and not complete
  std::atomic<bool> failed_{false};
  std::atomic<bool> stopped_{false};
  Staff staff_;
  Parking idle_;      // workers with nothing to do
  Parking waiting_;   // threads in wait() or stop()
  Parking resting_;   // the deputy while it has no part
  std::mutex deputyMutex_;  // the deputy's start and end, and the cores that it may use
  pthread_t deputy_{};
  bool hasDeputy_ = false;
  std::atomic<int> deputyThread_{0};
  bool keptOff_ = false;    // from cores of workers, while it is woken; may use these otherwise:
  CoreSet deputyCores_;
  std::mutex mutex_;  // failures and the hook
  std::vector<Failure> failures_;
  void (*hook_)(void*) = nullptr;
  void* hookData_ = nullptr;
};

}  // namespace maniple
