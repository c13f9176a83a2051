/** Room `device`: the contract and the devices. */
export * from './contract.js';
export { CpuDevice } from './cpu/device.js';
export { JsDevice } from './js/device.js';
export { isForeign, onQueue, queueOf, withinQueue } from './launch-numbers.js';
export { NullDevice } from './null/device.js';
export { PlayedAccelerator } from './played/accelerator.js';
export { ADDED_PRODUCTS, GEMM, maskUnits, PRODUCTS, routineTile, routineUnits, routineWork } from './routines.js';
export { WebGpuAccelerator } from './webgpu/accelerator.js';
export { describeGpu } from './webgpu/describe.js';
