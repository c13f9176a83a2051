/** Room `device`: the contract and the devices. */
export * from './contract.js';
