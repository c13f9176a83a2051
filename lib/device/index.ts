/** Room `device`: the contract and the devices. */
export * from './contract.js';
export { CpuDevice, type CpuOptions } from './cpu/device.js';
export type { TierChoice } from './cpu/executable.js';
export { nativeTiers, type Tiers } from './cpu/tiers.js';
export { JsDevice } from './js/device.js';
export { NullDevice } from './null/device.js';
export { GEMM, maskUnits, routineTile, routineUnits, routineWork } from './routines.js';
