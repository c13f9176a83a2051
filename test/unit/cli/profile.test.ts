/** `maniple profile` and `maniple doctor FILE`: events, lines, advice, the page in a browser; and the copy of maniple that a program imports. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { adviceOn } from '../../../lib/cli/profile/advice.js';
import type { ProfileData } from '../../../lib/cli/profile/data.js';
import { profilePage } from '../../../lib/cli/profile/page.js';
import { Recorder } from '../../../lib/profile/index.js';
import { maniple } from '../../support/command.js';
import { madeProfile } from '../../support/made-profile.js';
import { whyNoNative } from '../../support/native.js';

t.setTimeout(120_000);
const folder = t.testdir();
const file = (name: string, contents?: string): string => {
  const path = join(folder, name);
  if (contents !== undefined) writeFileSync(path, contents);
  return path;
};
const begin = `import * as np from 'maniple';\n`;

interface Event {
  readonly ph: string;
  readonly name: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly args: { readonly name?: string; readonly line?: string; readonly bytes?: number };
}

/** A profile's trace events and the lanes' names. */
async function traced(name: string, program: string, flags: readonly string[] = []) {
  const [page, trace] = [file(`${name}.html`), file(`${name}.json`)];
  const { status, out, err } = await maniple([
    'profile',
    '--out',
    page,
    '--trace',
    trace,
    ...flags,
    file(`${name}.mjs`, begin + program),
  ]);
  const events = JSON.parse(readFileSync(trace, 'utf8')) as Event[];
  const lanes = events.flatMap(({ ph, name: of, args }) => (ph === 'M' && of === 'thread_name' ? [args.name ?? ''] : []));
  return { status, out, err, events, lanes, page };
}

const LOOP = `let x = np.ones([100_000]);
for (let i = 0; i < 200; i++) {
  x = x.multiply(0.5).add(1);
  if (i % 50 === 49) await x.sum().item();
}
console.log(await x.sum().item());
`;

for (const device of ['auto', 'js'] as const) {
  t.test(`what ran, on ${device}`, async (t) => {
    const { status, out, err, events, lanes } = await traced(`loop-${device}`, LOOP, ['--device', device]);
    t.same([status, out], [0, '200000\n'], err);
    t.match(err, /^maniple: profile: \d+ events in [\d.]+ s: .*\.html\n( +[\d.]+ ms {2}\S+ {2}.*\n)+$/);
    const ran = events.filter(({ ph, tid }) => ph === 'X' && lanes[tid].startsWith('processor'));
    t.ok(ran.length >= 4 && ran.every(({ dur, ts }) => dur > 0 && ts >= 0), `${ran.length} stretches`);
    t.ok(
      ran.some(({ name, args }) => name.includes('multiply') && args.line?.includes(`loop-${device}.mjs:4`)),
      'with their lines',
    );
    t.ok(lanes.includes('issuing: windows'));
    const memory = events.filter(({ ph }) => ph === 'C').map(({ args }) => args.bytes ?? 0);
    t.ok(Math.max(...memory) >= 800_000, 'memory in use over time');
    const [first, last] = [Math.min(...ran.map(({ ts }) => ts)), Math.max(...ran.map(({ ts, dur }) => ts + dur))];
    t.ok(last - first < 120e6, 'one clock for all');
  });
}

t.test('the queue of a GPU has a lane of its own', async (t) => {
  const program = `const x = np.ones([5000], { dtype: 'float32' });
for (let i = 0; i < 3; i++) {
  const y = np.device('gpu0', () => x.multiply(2).add(i));
  await y.data();
}
console.log(await np.ones([70_000]).add(1).sum().item());
`;
  for (const device of ['auto', 'js']) {
    const { out, err, events, lanes } = await traced(`gpu-${device}`, program, ['--played', '1', '--device', device]);
    t.equal(out, '140000\n', err);
    const on = (lane: string): Event[] => events.filter(({ ph, tid }) => ph === 'X' && lanes[tid].startsWith(lane));
    const kernels = on('gpu0').filter(({ name }) => name.includes('multiply'));
    t.equal(kernels.length, 3, device);
    t.ok(kernels.every(({ args, dur }) => dur > 0 && args.line?.includes(`gpu-${device}.mjs:4`)));
    t.ok(on('gpu0').filter(({ name }) => name === 'download').length >= 3);
    t.equal(on('gpu0').filter(({ name }) => name === 'upload').length, 1);
    t.notOk(
      on('processor').some(({ name }) => name.includes('multiply')),
      'and the device that plays it none',
    );
    t.ok(on('processor').some(({ name }) => name.includes('sum')));
  }
});

t.test('windows, plans and reads have lines; what is missing is said', async (t) => {
  const program =
    'const x = np.ones([1000]);\nfor (let i = 0; i < 40; i++) {\n  const y = x.multiply(i).add(1);\n  await y.data();\n}\n';
  const { events, lanes, err, page } = await traced('placed', program);
  const on = (lane: string): Event[] => events.filter(({ ph, tid }) => ph === 'X' && lanes[tid] === lane);
  t.ok(on('issuing: reads').length >= 40, err);
  t.ok(on('issuing: reads').every(({ args, name }) => name === 'read' && args.line?.includes('placed.mjs:5:')));
  t.ok(on('issuing: windows').filter(({ args }) => args.line?.includes('placed.mjs:')).length >= 40, 'of their first tasks');
  t.match(readFileSync(page, 'utf8'), /Launched without a plan, .* since a plan would not have paid yet: \d+ windows?\./);
});

t.test('kernels that are waited for have spans', { skip: whyNoNative() }, async (t) => {
  const program = (step: string): string => `const x = np.ones([300_000]);
for (let i = 0; i < 400; i++) await x.multiply(i).add(0.125).${step}().sum().item();
for (let n = 0; n < 600 && np.runtime.stats().kernels.waiting > 0; n++) await new Promise((resolve) => setTimeout(resolve, 50));
`;
  const wait = await traced('waits-for-c', program('sqrt'), ['--tier', 'c']);
  const onLane = ({ events, lanes }: typeof wait, lane: string): Event[] =>
    events.filter(({ ph, tid }) => ph === 'X' && lanes[tid] === lane);
  const waits = onLane(wait, 'issuing: waits for compilers');
  t.ok(waits.length > 0, `the issuing thread waits: ${wait.lanes} ${wait.err}`);
  t.ok(waits.every(({ name, dur }) => name.startsWith('compile ') && dur > 1000));
  t.same(onLane(wait, 'kernels in compilation'), [], 'none runs beside other code');
  const beside = await traced('beside-blocks', program('floor'));
  const awaited = onLane(beside, 'kernels in compilation');
  const compiled = onLane(beside, 'compilers').at(-1);
  t.ok(awaited.length > 0, `kernels compile while blocks run: ${beside.lanes} ${beside.err}`);
  t.ok(
    compiled !== undefined && awaited.some(({ ts, dur }) => ts <= compiled.ts && dur >= compiled.dur),
    'asked for before, loaded behind the compiler',
  );
  t.same(onLane(beside, 'issuing: waits for compilers'), []);
});

t.test('a program that never returns to the event loop has collections without times', async (t) => {
  const program = `const kept = [];\nfor (let i = 0; i < 200; i++) kept.push(Array.from({ length: 20_000 }, (_, k) => [k]));
console.log(kept.length);\nprocess.exit(0);\n`;
  const { out, page, events, lanes } = await traced('synchronous', program);
  t.equal(out, '200\n');
  // Collections before the program, while the library was loaded, may have been told.
  const told = events.filter(({ ph, tid }) => ph === 'X' && lanes[tid] === 'collections').length;
  const said = /(\d+) collections took \d+\.\d ms in all; (\d+) of them are not in the timeline, since Node tells/;
  const [, all, missing] = said.exec(readFileSync(page, 'utf8'))?.map(Number) ?? [];
  t.ok(missing > 0, `${missing} of ${all}`);
  t.equal(told, all - missing);
});

t.test('notes beyond the room are counted', (t) => {
  const recorder = new Recorder(2);
  for (let i = 0; i < 5; i++) recorder.span('issue', 'wait', 0);
  recorder.used(8);
  t.same([recorder.spans.length, recorder.dropped], [2, 3]);
  t.end();
});

t.test('a profile is written however a program ends, and one that cannot be written fails', async (t) => {
  const thrown = await traced('thrown', "await np.ones([10]).add(1).sum().item();\nthrow new Error('mine');\n");
  t.equal(thrown.status, 1);
  t.match(thrown.err, /Error: mine/);
  t.ok(thrown.events.length > 3);
  const left = await traced('left', 'await np.ones([10]).add(1).sum().item();\nprocess.exit(3);\n');
  t.equal(left.status, 3);
  t.ok(left.events.some(({ ph }) => ph === 'X'));
  const none = await maniple(['profile', '--out', join(folder, 'no', 'where.html'), file('left.mjs')]);
  t.match(none.err, /^maniple: profile: --out: .*where\.html cannot be written: ENOENT/m);
  t.match((await maniple(['profile', 'none.mjs'])).err, /^maniple: profile: none\.mjs: no such file\n$/);
  const empty = await traced('empty', 'console.log(1);\n');
  t.same([empty.status, empty.out], [0, '1\n'], empty.err);
});

/** Programs with a mistake each, the rule that tells of it, and its line. */
const mistakes: readonly (readonly [string, string, number])[] = [
  ['item-loop', 'const x = np.arange(200);\nlet sum = 0;\nfor (let i = 0; i < 200; i++) sum += await x.item(i);\n', 4],
  [
    'upload-loop',
    'let s = np.zeros([30_000]);\nfor (let i = 0; i < 200; i++) s = s.add(np.asarray(Array.from({ length: 30_000 }, (_, k) => k + i)));\nawait s.data();\n',
    3,
  ],
  [
    'dtype-churn',
    "let x = np.ones([200_000]);\nfor (let i = 0; i < 100; i++) {\n  x = x.astype('float32').astype('float64');\n  if (i % 10 === 9) await x.slice(0).item();\n}\n",
    4,
  ],
  ['tiny-launches', 'let x = np.ones([10]);\nfor (let i = 0; i < 3000; i++) {\n  x = x.add(1);\n  await x.sum().item();\n}\n', 4],
];

t.test('doctor says what to change, and where', async (t) => {
  for (const [rule, program, line] of mistakes) {
    const { status, out, err } = await maniple(['doctor', '--json', file(`${rule}.mjs`, begin + program)]);
    t.equal(status, 0, err);
    const advice = JSON.parse(out) as ReturnType<typeof adviceOn>;
    const found = advice.find((each) => each.rule === rule);
    t.ok(found, `${rule}: ${out}`);
    if (line > 0) t.ok(found?.where.includes(`${rule}.mjs:${line}:`), `${found?.where}`);
  }
  const fine = await maniple(['doctor', file('fine.mjs', `${begin}console.log(await np.arange(100).sum().item());\n`)]);
  t.same([fine.status, fine.out], [0, '4950\nnothing stands out: maniple profile shows where the time goes\n'], fine.err);
  const settings = file('settings.mjs', 'console.log(process.env.MANIPLE_CONFIG, process.argv[2]);\n');
  t.match((await maniple(['doctor', '--procs', '1', settings, 'own'])).out, /^--procs 1 own\n/);
  t.match((await maniple(['doctor', '--procs', 'many'])).err, /^maniple: --procs: expected an integer from 1 to 1024/);
  const page = file('read.html');
  await maniple(['profile', '--out', page, file('item-loop.mjs')]);
  t.match((await maniple(['doctor', page])).out, /item-loop\.mjs:4:\d+: reads 200 times, one element each: read the array once/);
  t.match(
    (await maniple(['doctor', file('other.html', '<p>')])).err,
    /^maniple: doctor: .*other\.html: expected a page that maniple profile wrote\n$/,
  );
});

t.test('shapes that change are told of by windows that are planned anew, at the line with most of them', async (t) => {
  const names = ['launch 9 tasks', 'plan 9 tasks', 'a.mjs:3:1', 'a.mjs:7:1'];
  const events = Array.from({ length: 200 }, (_, i) => i);
  const data = blank({
    texts: names,
    text: events.map((i) => i % 2),
    where: events.map((i) => (i % 3 === 0 ? 2 : 3)),
    length: events.map(() => 20_000),
    milliseconds: 1000,
  });
  t.same(
    adviceOn(data).map(({ rule, where }) => [rule, where]),
    [['changing-shapes', 'a.mjs:7:1']],
  );
});

function blank(some: Partial<ProfileData>): ProfileData {
  const none = {
    texts: [],
    begin: [],
    length: [],
    lane: [],
    text: [],
    where: [],
    memory: [],
    lines: [],
    kernels: [],
    apart: [],
    lanes: [],
  };
  return { program: 'a.mjs', facts: [], milliseconds: 1, unplanned: 0, missing: [], ...none, ...some };
}

t.test('run, profile, doctor and fuse hand over to the copy that the program imports', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'maniple-copy-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'node_modules', 'maniple'), { recursive: true });
  writeFileSync(join(root, 'node_modules', 'maniple', 'package.json'), '{ "name": "maniple", "bin": { "maniple": "own.mjs" } }');
  writeFileSync(join(root, 'node_modules', 'maniple', 'own.mjs'), "console.log('own', process.argv.slice(2).join(' '));\n");
  const program = join(root, 'program.mjs');
  writeFileSync(program, "console.log('not by its copy');\n");
  for (const words of [['run', '--procs', '1'], ['profile'], ['doctor'], ['fuse', '--cost', 'bytes']])
    t.same(await maniple([...words, program, '--x']), {
      status: 0,
      out: `own ${[...words, program, '--x'].join(' ')}\n`,
      err: '',
    });
});

/** A browser that nothing has opened before takes long to start on a busy machine. */
const START_MS = 120_000;
const chromium = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));

t.test('the page in a browser', { skip: chromium === undefined && 'no Chromium' }, async (t) => {
  const { page: path } = await traced('page', LOOP);
  const name = 'puppeteer-core';
  const { launch } = (await import(name)) as { launch(options: object): Promise<Browser> };
  const browser = await launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'], timeout: START_MS });
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String((error as Error).message)));
  page.on('console', (message) => problems.push((message as { text(): string }).text()));
  page.on('request', (request) => {
    const url = (request as { url(): string }).url();
    if (!/^(?:file|data):/.test(url)) problems.push(`asks for ${url}`);
  });
  await page.goto(`file://${path}`);
  await page.waitForSelector('#lines table');
  const text = (selector: string): Promise<string> => page.evaluate(`document.querySelector('${selector}').textContent`);
  t.match(await text('#lines'), /page\.mjs:4:\d+/, 'lines');
  t.match(await text('#kernels'), /multiply/, 'kernels');
  await page.type('#search', 'multiply');
  t.match(await text('#found'), /^[1-9]\d* events, [\d.]+ ms$/, 'search');
  await page.evaluate(`(() => {
    const c = document.getElementById('timeline');
    const r = c.getBoundingClientRect();
    for (let x = 0; x < r.width; x++) c.dispatchEvent(new PointerEvent('pointermove', { clientX: r.left + x, clientY: r.top + 45 }));
    for (let i = 0; i < 5; i++) c.dispatchEvent(new WheelEvent('wheel', { deltaY: -300, clientX: r.left + 400, clientY: r.top + 50, cancelable: true }));
  })()`);
  t.match(await text('#tip'), /\n[\d.]+ [um]s, at [\d.]+ ms/, 'hover');
  await page.goto(
    `file://${file('hostile.html', profilePage(blank({ program: '<script>x()</script>', texts: ['</script><b>'] })))}`,
  );
  await page.waitForSelector('#lines p');
  t.equal(await text('h1'), '<script>x()</script>');
  t.same(problems, []);
});

/** Pixels of the timeline that are drawn upon, and the ones that are grey: text and lines. */
const DRAWN = `(() => {
  const c = document.getElementById('timeline');
  const { data } = c.getContext('2d').getImageData(0, 0, c.width, c.height);
  let coloured = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 0 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 40) coloured++;
  return String(coloured / (c.width * c.height));
})()`;

t.test('a million events are drawn, found and zoomed into', { skip: chromium === undefined && 'no Chromium' }, async (t) => {
  const name = 'puppeteer-core';
  const { launch } = (await import(name)) as { launch(options: object): Promise<Browser> };
  const browser = await launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-gpu'], timeout: START_MS });
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String((error as Error).message)));
  await page.goto(`file://${file('million.html', profilePage(madeProfile(1_000_000)))}`);
  await page.waitForSelector('#lines p');
  t.ok(Number(await page.evaluate(DRAWN)) > 0.2, 'eight lanes are full');
  await page.type('#search', 'add ×7');
  // Of forty names, 7 alone has this text.
  t.equal(await page.evaluate(`document.getElementById('found').textContent.split(' ')[0]`), '25000');
  await page.evaluate(`(() => {
    const c = document.getElementById('timeline');
    const r = c.getBoundingClientRect();
    for (let i = 0; i < 20; i++) c.dispatchEvent(new WheelEvent('wheel', { deltaY: -400, clientX: r.left + 400, clientY: r.top + 50, cancelable: true }));
    return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  })()`);
  t.ok(Number(await page.evaluate(DRAWN)) > 0, 'single events');
  t.same(problems, []);
});

interface Browser {
  newPage(): Promise<{
    on(event: string, heard: (what: unknown) => void): void;
    goto(url: string): Promise<unknown>;
    waitForSelector(selector: string): Promise<unknown>;
    type(selector: string, text: string): Promise<void>;
    evaluate(script: string): Promise<string>;
  }>;
  close(): Promise<void>;
}
