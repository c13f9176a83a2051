/** Room `device`: the contract and the devices. */
export * from './contract.js';
export { JsDevice } from './js/device.js';
export { NullDevice } from './null/device.js';
