/**
 * Kernels on WebGPU, on both software drivers: random ones have the bits of the interpreter and of emitted JavaScript, folds and functions
 * too; faults end in a status or an error. `.ci/vulkan.mjs` unpacks the drivers; where it did, each of them must have an adapter.
 */
import t from 'tap';
import { kinds } from '../support/agree.js';
import { drivers, runFaulty, runOn, whyNoDriver } from '../support/vulkan.js';

/** Runs of random kernels and nodes in each: SwiftShader takes seconds to compile what lavapipe does in a tenth of one. */
const effort: Readonly<Record<string, readonly [string, string]>> = { swiftshader: ['6', '2'], lavapipe: ['8', '4'] };

t.test('the drivers are there', { skip: whyNoDriver }, async (t) => {
  t.same(
    drivers.map(({ name }) => name),
    ['swiftshader', 'lavapipe'],
  );
});

for (const { name, env } of drivers) {
  for (const what of [
    ...kinds,
    'functions',
    'subnormal',
    'windows',
    'counts',
    'faults',
    'die',
    'lose',
    'several',
    'library',
    'products',
    'compiling',
    'long',
    'chaining',
    'errors',
    'lost',
    'natural',
    'emulated',
  ]) {
    t.test(`${what} on ${name}`, { timeout: 120_000 }, async (t) => {
      const given = { counts: [name], emulated: ['2', '3'] }[what] ?? effort[name];
      const { lines, code, errors } = what === 'compiling' ? runFaulty(env, 'slow', [what]) : runOn(env, [what, ...given]);
      for (const line of lines) t.ok(line.startsWith('ok '), line.replace(/^(not )?ok /, ''));
      t.ok(lines.length > 0, `it ran: ${errors.slice(-500)}`);
      t.equal(code, 0, `the process ends by itself: ${errors.slice(-500)}`);
    });
  }

  for (const work of ['nothing', 'uploads', 'pipeline', 'window', 'read']) {
    t.test(`process.exit() amid ${work} on ${name}`, async (t) => {
      t.equal(runOn(env, ['leave', work]).code, 7);
    });
  }
}

for (const { name, env } of drivers) {
  t.test(`faults of the package on ${name}`, async (t) => {
    const below = runFaulty(env, 'limits');
    t.match(below.lines, [
      /^says DeviceError: device webgpu: the adapter a small GPU has bindings of 1048576 bytes, fewer than 16777216/,
    ]);
    const wrong = runFaulty(env, 'pairs');
    t.match(wrong.lines, [
      /^says DeviceError: device webgpu: .* does not compute float64 as pairs of float32 .*--float64 emulate/,
    ]);
    for (const fault of ['shader', 'memory', 'upload', 'download']) {
      const { lines, code, errors } = runFaulty(env, fault);
      for (const line of lines) t.ok(line.startsWith('ok '), `${fault}: ${line.replace(/^(not )?ok /, '')}`);
      t.ok(lines.length >= 3, `it ran: ${errors.slice(-500)}`);
      t.equal(code, 0);
    }
  });
}

t.test('no driver: one error that says so', async (t) => {
  const { lines, code } = runOn({ VK_DRIVER_FILES: '/nowhere.json', LD_LIBRARY_PATH: drivers[0]?.env.LD_LIBRARY_PATH ?? '' }, [
    'start',
  ]);
  t.match(lines, [/^says DeviceError: device webgpu: no adapter: .*VK_DRIVER_FILES/]);
  t.equal(code, 0);
});

t.test('no package: one error that says what to install', async (t) => {
  const hook =
    "export async function resolve(name, context, next) { if (name === 'webgpu') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }); return next(name, context); }";
  const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
  const { lines, code } = runOn({}, ['start'], ['--import', `data:text/javascript,${encodeURIComponent(register)}`]);
  t.match(lines, [/^says DeviceError: device webgpu: the package webgpu is not installed; npm install webgpu@0\.6\.2/]);
  t.equal(code, 0);
});
