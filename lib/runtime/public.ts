/**
 * `maniple/runtime`: what libraries are written with. Stores and their views, task kinds with kernels, C source or JavaScript
 * bodies, constraints, and the runtime that takes them.
 *
 *     import { defineKind, elementwise, float64, runtime } from 'maniple/runtime';
 *     const TWICE = defineKind({
 *       name: 'twice',
 *       args: [{ privilege: 'read', access: 'elementwise' }, { privilege: 'write', access: 'elementwise' }],
 *       body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (b, x) => b.add(x, x)) },
 *     });
 *     const rt = runtime();
 *     const x = rt.upload(Float64Array.of(1, 2, 3), float64, [3]);
 *     const y = rt.create(float64, [3]);
 *     rt.launch(TWICE, [3], [x, y]);
 *     console.log(await rt.read(y)); // Float64Array(3) [ 2, 4, 6 ]
 */
export * from '../base/index.js';
export { Mapper } from '../dependence/index.js';
export * from '../dtype/index.js';
export * from '../graph/index.js';
export * from '../ir/index.js';
export { type Constraint, none, type Partition, subPartition, tiling } from '../partition/index.js';
export * from '../store/index.js';
export * from '../task/index.js';
export * from './index.js';
