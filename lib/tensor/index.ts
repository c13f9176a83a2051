/**
 * Room `tensor`: tensor algebra on grids of processors (Yadav, Aiken, Kjolstad, "DISTAL", PLDI 2022), `import { Grid, indices, tensor } from
 * 'maniple/tensor'`. Index notation says the values of a result, distribution notation says where tensors are, and a schedule says how they are
 * computed; a schedule changes speed, messages and memory, never a result.
 */
import './auto/einsum.js';

export { ScheduleError } from '../base/index.js';
export { type AutoOptions, AutoPlan, autoSchedule } from './auto/auto-schedule.js';
export type { Network } from './auto/network.js';
export { type CompileOptions, Schedule } from './concrete/schedule.js';
export { Compressed, type CompressedSource, compressed } from './format/compressed.js';
export type { Entries } from './format/entries.js';
export { blas } from './library/blas.js';
export { type CosmaOptions, type CosmaPlan, cosmaPlan } from './library/cosma.js';
export * from './library/matrix-products.js';
export type { ProductOptions } from './library/product-options.js';
export * from './library/tensor-products.js';
export { Compiled } from './lower/compiled.js';
export type { Cost, Message, ProcessorCost } from './lower/simulate.js';
export { Grid } from './machine/grid.js';
export { Assignment } from './notation/assignment.js';
export { Access, Expression, type Operand } from './notation/expression.js';
export { type Format, indices, Tensor, type TensorOptions, tensor } from './notation/tensor.js';
export { type IndexVariable, TensorSymbol } from './notation/terms.js';
