/** The device of the host that a setting stands for. Nothing is loaded or made for the answer but the addon. */
import { loadAddon } from '../native/index.js';
import type { Config } from './config.js';

/** `js` in place of `cpu` where the addon does not load, unless the cpu is what is asked for. */
export function hostDevice(wanted: Config['device']): 'cpu' | 'js' | 'null' {
  if (wanted === 'null' || wanted === 'js') return wanted;
  return wanted !== 'cpu' && loadAddon() === null ? 'js' : 'cpu';
}
