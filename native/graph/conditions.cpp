// Bodies of the nodes that reach outside a compiled graph: postconditions and work of asynchronous devices. They run even when poisoned,
// to pass the poison on.
#include "compiled.h"
#include "machine.h"

namespace maniple::graph {

int32_t Compiled::runPost(void* argument) {
  const Post& post = *static_cast<const Post*>(argument);
  Launch* launch = post.actor->launch();
  const int32_t status = post.actor->poisoned(post.node) ? launch->status() : kOk;
  post.machine->complete(launch->posts[post.condition], status);
  return kOk;
}

int32_t Compiled::runAsync(void* argument) {
  const Async& async = *static_cast<const Async*>(argument);
  int32_t status = kOk;
  if (async.actor->poisoned(async.node)) {
    status = async.actor->launch()->status();
  } else {
    const AsyncWork work{async.argument, async.marker, async.after.data(), async.after.size(),
                         async.hasSignal ? &async.signal : nullptr};
    status = async.device->enqueue(work);
  }
  if (status != kOk && async.hasSignal) async.signal.signal(status);
  return status;
}

void Compiled::deliverSignal(const Signal& signal, int32_t status) {
  Actor* actor = signal.actor;
  Machine* machine = signal.machine;
  if (status != kOk) actor->launch()->fail(status);
  actor->deliver(signal.node, status != kOk, actor->parity());
  machine->wakeAll();
}

}  // namespace maniple::graph
