import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { type Start, type Status, start } from '../../../lib/compile/toolchain/run.js';
import { runAndWait } from '../../../lib/compile/toolchain/wait.js';

/** A script that runs `body`, and files for what it writes. */
function script(folder: string, body: string, name = 'script'): Start {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return { argv: [path, 'one word', 'two'], output: `${path}.output`, errors: `${path}.errors`, held: true, limit: 60_000 };
}

t.test('a program gets its arguments, writes to its files and ends with its status', async (t) => {
  const wish = script(t.testdir(), 'echo "$# $1"; echo complaint >&2; read line; exit 7');
  t.equal(await start(wish).status, 7, 'reading ends at once: there is nothing to read');
  t.equal(readFileSync(wish.output, 'utf8'), '2 one word\n');
  t.equal(readFileSync(wish.errors, 'utf8'), 'complaint\n');
});

t.test('several run side by side', async (t) => {
  const folder = t.testdir();
  const running = [3, 0, 5].map((status) => start(script(folder, `exit ${status}`, `ends-with-${status}`)));
  t.same(await Promise.all(running.map(({ status }) => status)), [3, 0, 5]);
});

t.test('a program that is ended has no status of success', async (t) => {
  const { pid, status } = start(script(t.testdir(), 'exec sleep 100'));
  t.ok(pid);
  process.kill(pid ?? 0, 'SIGKILL');
  t.not(await status, 0);
});

t.test('a closed pipe ends a child, though Node ignores that signal', async (t) => {
  const wish = script(t.testdir(), '(yes; echo $? >&2) | true');
  t.equal(await start(wish).status, 0);
  t.equal(readFileSync(wish.errors, 'utf8'), '141\n', '128 and SIGPIPE');
});

t.test('a program that is not there', async (t) => {
  const folder = t.testdir();
  const wish = {
    argv: [join(folder, 'absent')],
    output: join(folder, 'o'),
    errors: join(folder, 'e'),
    held: true,
    limit: 60_000,
  };
  let status: Status = null;
  try {
    status = await start(wish).status;
  } catch (error) {
    t.match(error, { message: /absent: No such file/ });
  }
  t.equal(status, null);
});

t.test('a program that takes too long is ended, with what it started', async (t) => {
  const folder = t.testdir();
  const child = join(folder, 'child');
  const body = `trap '' TERM; sleep 300 & echo $! > ${child}; wait; sleep 300`;
  for (const run of [async (wish: Start) => start(wish).status, async (wish: Start) => runAndWait(wish)]) {
    t.equal(await run({ ...script(folder, body), limit: 300 }), 'overdue');
    const pid = Number(readFileSync(child, 'utf8'));
    let alive = true;
    for (let look = 0; alive && look < 500; look++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      alive = isAlive(pid);
    }
    t.notOk(alive, 'nothing of it is left');
  }
});

/** Whether a process runs; one that nobody waited for yet does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

t.test('running and waiting tells how it ended', async (t) => {
  const folder = t.testdir();
  const wish = script(folder, 'echo "$1"; exit 7');
  t.equal(runAndWait(wish), 7);
  t.equal(readFileSync(wish.output, 'utf8'), 'one word\n');
  t.throws(() => runAndWait({ ...wish, argv: [join(folder, 'absent')] }), /ENOENT/);
});
