/** The α-β model of a network: a message of n bytes takes latency + n / bandwidth (Hockney 1994). */
import { ArgumentError, either, type Kind, NUMBER, recordOf, TEXT } from '../../base/index.js';

/** What a message costs. */
export interface Network {
  /** Seconds. */
  readonly latency: number;
  /** Bytes per second. */
  readonly bandwidth: number;
}

/** A network as `'1.5us,12GB/s'`, or `{ latency, bandwidth }` in seconds and bytes per second. */
export const NETWORK: Kind<Network | string> = either(
  TEXT,
  recordOf<Network>('{ latency, bandwidth } in seconds and bytes per second', { latency: NUMBER, bandwidth: NUMBER }),
);

/** The network that is assumed where none is given. */
export const COMMON: Network = { latency: 1.5e-6, bandwidth: 12e9 };

const SECONDS: Readonly<Record<string, number>> = { s: 1, ms: 1e-3, us: 1e-6, µs: 1e-6, ns: 1e-9 };
const BYTES: Readonly<Record<string, number>> = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Throws `ArgumentError` for a text that is no latency and bandwidth, and for numbers that are none of these. */
export function networkOf(operation: string, given: Network | string): Network {
  if (typeof given !== 'string') {
    const { latency, bandwidth } = given;
    if (latency >= 0 && latency < Number.POSITIVE_INFINITY && bandwidth > 0) return given;
    throw new ArgumentError(
      `${operation}: expected a latency of at least 0 seconds and a bandwidth above 0 bytes per second, got ${latency} and ${bandwidth}`,
    );
  }
  const match = /^([\d.]+)(s|ms|us|µs|ns),([\d.]+)([kMGT]?B)\/s$/.exec(given.replace(/\s+/g, ''));
  const [latency, bandwidth] =
    match === null ? [Number.NaN, 0] : [Number(match[1]) * SECONDS[match[2]], Number(match[3]) * BYTES[match[4]]];
  if (latency >= 0 && bandwidth > 0) return { latency, bandwidth };
  throw new ArgumentError(`${operation}: expected a latency and a bandwidth such as '1.5us,12GB/s', got '${given}'`);
}
