/**
 * Runs a program of `bench/app` once on the runtime that MANIPLE_CONFIG describes, and writes its result, the tasks that ran on each device, and why others
 * stayed on the cpu, as one line of JSON.
 *
 *     node dist/test/support/bench-on-device.js cg 10
 */
import * as np from 'maniple';
import { resultOf } from './bench-programs.js';

const [name, size] = process.argv.slice(2);
const result = await resultOf(name, Number(size));
const { devices, stayed } = np.runtime.stats();
console.log(JSON.stringify({ result, devices: devices ?? {}, stayed: stayed ?? {} }));
