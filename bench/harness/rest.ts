/**
 * Whether a process still computes after it has answered. Threads of some libraries look for more work for a tenth of a second
 * (OpenBLAS's do), on a processor that the next side would have had. Linux alone says; elsewhere nobody is waited for.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** Milliseconds between two looks, several of the system's ticks, and until a process is given up on. */
const LOOK = 30;
const MOST = 600;

/** Ticks of all threads of a process: fields 14 and 15, counted from behind the command's name, which may hold blanks. */
export function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

async function ticks(pid: number): Promise<number> {
  try {
    return ticksOf(await readFile(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return 0;
  }
}

/** Waits until a process rests; returns whether it was busy. */
export async function rest(pid: number): Promise<boolean> {
  let busy = false;
  for (let waited = 0, before = await ticks(pid); waited < MOST; waited += LOOK) {
    await setTimeout(LOOK);
    const now = await ticks(pid);
    if (now - before < 2) return busy;
    busy = true;
    before = now;
  }
  return busy;
}
