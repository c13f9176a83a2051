/**
 * Kernels on WebGPU, on both software drivers: random ones have the bits of the interpreter and of emitted JavaScript, folds and functions
 * too; faults end in a status or an error. `.ci/vulkan.mjs` unpacks the drivers; where it did, each of them must have an adapter.
 */
import t, { type Test } from 'tap';
import { kinds } from '../support/agree.js';
import { drivers, type Outcome, runFaulty, runOn, runProgram, whyNoDriver } from '../support/vulkan.js';

/** Runs of random kernels and nodes in each: SwiftShader takes seconds to compile what lavapipe does in a tenth of one. */
const effort: Readonly<Record<string, string>> = { swiftshader: '4:2', lavapipe: '5:4' };
const LIMIT = { timeout: 700_000 };

t.test('the drivers are there', { skip: whyNoDriver }, async (t) => {
  t.same(
    drivers.map(({ name }) => name),
    ['swiftshader', 'lavapipe'],
  );
});

/** Answers that differ between drivers, and devices that are lost: run on each. */
const byDriver = (driver: string): readonly string[] => [
  ...kinds.map((kind) => `${kind}:${effort[driver]}`),
  'functions',
  'subnormal',
  'rounds',
  'products',
  'emulated:2:3',
  'errors',
  'lost',
];

/** The library's own work, on which the driver has no influence: run on the one that compiles in a tenth of the time. */
const FAST = 'lavapipe';
const onOne = ['windows', 'several', 'library', 'long', 'chaining', 'counts', 'faults', 'die', 'lose'];

/** All that one process runs on a driver: starting one takes as long as most of these. */
const allOn = (driver: string): readonly string[] => [...byDriver(driver), ...(driver === FAST ? onOne : [])];

/** Work amid which a process leaves: a driver that compiles, one that computes, a device that is gone; and the rest. */
const leaving = (driver: string): readonly string[] => [
  ...['pipeline', 'window', 'die read'],
  ...(driver === FAST ? ['nothing', 'uploads', 'read', 'lose window'] : []),
];

/** Holds a process's lines against the names of the tests that it had to run, each of which has so many lines at least. */
function judge(t: Test, names: readonly string[], { lines, code, errors }: Outcome, least = 1): void {
  for (const name of names) {
    const found = lines.get(name) ?? [];
    for (const line of found) t.ok(line.startsWith('ok '), `${name}: ${line.replace(/^(not )?ok /, '')}`);
    t.ok(found.length >= least, `${name}: ${found.length} things, of ${least}: ${errors.slice(-500)}`);
  }
  t.equal(code, 0, `the process ends by itself: ${errors.slice(-500)}`);
}

for (const { name, env } of drivers) {
  t.test(`kernels and programs on ${name}`, LIMIT, async (t) => judge(t, allOn(name), runOn(env, allOn(name))));

  t.test(`a device that is not closed on ${name}`, LIMIT, async (t) => judge(t, ['natural'], runOn(env, ['natural'])));

  for (const work of leaving(name)) {
    t.test(`process.exit() amid ${work} on ${name}`, LIMIT, async (t) => {
      t.equal(runProgram('webgpu-under-way', env, [work]).code, 7);
    });
  }

  t.test(`threads with a GPU end themselves on ${name}`, LIMIT, async (t) => {
    judge(t, ['threads'], runProgram('webgpu-threads', env, ['window']), 3);
  });

  if (name !== FAST) continue;
  t.test(`faults of the package on ${name}`, LIMIT, async (t) => {
    const late = runFaulty(env, ['faulty:late']);
    const refused = /^says DeviceError: device webgpu: its thread did not start within 20 ms/;
    const lines = late.lines.get('faulty:late') ?? [];
    t.equal(lines.filter((line) => refused.test(line)).length, 2, lines.join());
    t.ok(lines.includes('ok the next device is right'), lines.join());
    t.equal(lines.filter((line) => line === 'ok a device is destroyed').length, 3, 'each is destroyed before the process ends');
    t.equal(late.code, 0, `a process ends in order before its GPU has started: ${late.errors.slice(-500)}`);
    const faults = ['slow', 'shader', 'memory', 'upload', 'download'].map((fault) => `faulty:${fault}`);
    const outcome = runFaulty(env, ['faulty:adapter', 'faulty:limits', 'faulty:pairs', ...faults]);
    t.match(outcome.lines.get('faulty:adapter'), [/^says DeviceError: device webgpu: no adapter: /, /^ok the host goes on/]);
    t.match(outcome.lines.get('faulty:limits'), [
      /^says DeviceError: device webgpu: the adapter a small GPU has bindings of 1048576 bytes, fewer than 16777216/,
    ]);
    t.match(outcome.lines.get('faulty:pairs'), [
      /^says DeviceError: device webgpu: .* does not compute float64 as pairs of float32 .*--float64 emulate/,
    ]);
    judge(t, faults, outcome, 3);
  });
}

t.test('no driver: one error that says so', async (t) => {
  const { lines, code } = runOn({ VK_DRIVER_FILES: '/nowhere.json', LD_LIBRARY_PATH: drivers[0]?.env.LD_LIBRARY_PATH ?? '' }, [
    'start',
  ]);
  t.match(lines.get('start'), [/^says DeviceError: device webgpu: no adapter: .*VK_DRIVER_FILES/]);
  t.equal(code, 0);
});

t.test('no package: one error that says what to install', async (t) => {
  const hook =
    "export async function resolve(name, context, next) { if (name === 'webgpu') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context); }";
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
  const { lines, code } = runOn({}, ['start'], ['--import', `data:text/javascript,${encodeURIComponent(register)}`]);
  t.match(lines.get('start'), [
    /^says DeviceError: device webgpu: the package webgpu is not installed; npm install webgpu@0\.6\.2/,
  ]);
  t.equal(code, 0);
});
