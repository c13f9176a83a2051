/** Kernels that a profile's reader waits for: the issuing thread until one is compiled, and one in compilation while other code runs its launches. */
import { now } from '../base/index.js';
import { recorder } from '../profile/index.js';

/** Compiles while the issuing thread waits, which a profile shows. */
export function waitNoted(title: () => string, wait: () => void): void {
  const recording = recorder();
  if (recording === null) {
    wait();
    return;
  }
  const begin = now();
  try {
    wait();
  } finally {
    recording.span('issue', `compile ${title()}`, begin);
  }
}

/** A profile shows a kernel from the moment it is asked for: in the queue of compilers, compiled, loaded. `finished` never rejects. */
export function noteAwaited(title: () => string, finished: Promise<void>): void {
  const recording = recorder();
  if (recording === null) return;
  const begin = now();
  let isNoted = false;
  const note = (outcome: string): void => {
    if (!isNoted) recording.span('awaited', title() + outcome, begin);
    isNoted = true;
  };
  void finished.then(() => note(''));
  recording.fetchAtEnd(() => note(' (not compiled at the end)'));
}
