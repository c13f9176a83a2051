/**
 * Loaded in front of a file of tests (`--import`): when its process ends, writes how many tasks ran on each device, and how many stayed on the cpu for
 * which reason, as a line of standard error.
 */
import { useRuntime } from '../../lib/runtime/index.js';

process.on('exit', () => {
  const { devices = {}, stayed = {} } = useRuntime(null)?.stats() ?? {};
  process.stderr.write(`\ndevices ${JSON.stringify({ devices, stayed })}\n`);
});
