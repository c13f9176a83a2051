/** Files that are no logs are refused by file and line; logs come back as they were written; the command says what is wrong. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { FileFormatError } from '../../../lib/base/index.js';
import { createRuntime, parseConfig, useRuntime } from '../../../lib/runtime/index.js';
import { readLog } from '../../../lib/spy/index.js';
import { LOG_VERSION } from '../../../lib/spy/log.js';
import { maniple } from '../../support/command.js';

const folder = t.testdir();
const begin = `{"event":"begin","version":${LOG_VERSION},"device":"js","procs":1,"fusion":true,"memories":1,"hosts":1}`;

t.test('what is no log', async (t) => {
  const cases: [string, string, RegExp][] = [
    ['', 'empty', /empty:1: expected a log that begins with "begin"/],
    ['{"event":"end","live":0,"reachable":[]}', 'headless', /headless:1: expected a log that begins/],
    [begin.replace(`"version":${LOG_VERSION}`, '"version":1'), 'old', /old:1: expected a log of version \d+, got 1;/],
    [`${begin}\nnonsense`, 'words', /words:2: expected a JSON object, got "nonsense"/],
    [`${begin}\n{"event":"party"}`, 'unknown', /unknown:2: expected an event, one of begin root task/],
    [`${begin}\n{"event":"upload","root":-1,"completed":0}`, 'negative', /negative:2: "upload" has no legal "root": got -1/],
    [`${begin}\n\n{"event":"upload","root":1}`, 'short', /short:3: "upload" has no legal "completed": got undefined/],
    [
      `${begin}\n{"event":"task","task":0,"kind":"k","body":"kernel","domain":[],"args":[{}]}`,
      'args',
      /args:2: "task" has no legal "args"/,
    ],
  ];
  for (const [text, name, message] of cases) {
    writeFileSync(join(folder, name), text);
    await t.rejects(readLog(join(folder, name)), { name: 'FileFormatError', message }, name);
  }
  await t.rejects(readLog(join(folder, 'none')), FileFormatError);
});

t.test('two runtimes of a process write two logs, and the command reads them', async (t) => {
  const spy = join(folder, 'log');
  for (const path of [spy, `${spy}.2`]) {
    const rt = createRuntime({ procs: 1, tier: 'block', tracing: 'off', ...parseConfig(`--spy ${spy}`) });
    const before = useRuntime(rt);
    await np.arange(10).add(1).data();
    useRuntime(before);
    await rt.close();
    t.equal((await readLog(path)).at(-1)?.event, 'end');
  }
  const good = await maniple(['spy', spy]);
  t.same([good.status, good.err], [0, '']);
  t.match(good.out, /problems\s*│ 0/);
  const lines = readFileSync(spy, 'utf8').trimEnd().split('\n');
  writeFileSync(spy, lines.slice(0, -2).join('\n'));
  const cut = await maniple(['spy', spy]);
  t.equal(cut.status, 1);
  t.match(cut.out, /incomplete: the log has no end/);
  const json = await maniple(['spy', '--json', spy]);
  t.equal(json.status, 1);
  t.match(JSON.parse(json.out), { file: spy, problems: [{ kind: 'incomplete' }], summary: { failed: 0 } });
  const none = await maniple(['spy', join(folder, 'none')]);
  t.same([none.status, none.out], [1, '']);
  t.match(none.err, /^maniple: spy: .*none: cannot be read: ENOENT.*\n$/);
});

t.test('a log that cannot be written', async (t) => {
  t.throws(() => createRuntime({ procs: 1, spy: join(folder, 'no', 'such', 'folder') }), {
    name: 'ConfigError',
    message: /--spy: .* cannot be written/,
  });
  t.throws(() => parseConfig('--spy='), { name: 'ConfigError', message: /--spy: expected a path without spaces/ });
});
