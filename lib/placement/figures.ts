/**
 * Costs of running and moving on an accelerator beside the host's device: the figures by which windows are placed (`weigher.ts`). They
 * are measured once for a machine and a driver (`device/measuring.ts`), or stated.
 */

/** Speeds of a device. */
export interface Rates {
  /** Nanoseconds that a kernel takes beside its work. */
  readonly launch: number;
  /** Bytes of its memory that it reads or writes in a nanosecond. */
  readonly memory: number;
  /** Simple operations in a nanosecond, such as additions of float32. */
  readonly operations: number;
}

/** A direction of a link. */
export interface LinkRates {
  /** Nanoseconds that a copy takes beside its bytes. */
  readonly start: number;
  /** Bytes in a nanosecond. */
  readonly bytes: number;
}

/** Figures of an accelerator beside the host's device. */
export interface Figures {
  readonly host: Rates;
  readonly own: Rates;
  /** Nanoseconds that the first kernel of a window takes to be handed over and waited for. */
  readonly window: number;
  /** From the host's memory, and to it. */
  readonly up: LinkRates;
  readonly down: LinkRates;
  readonly isMeasured: boolean;
}

/** Figures of a usual GPU on a bus beside a usual processor, for machines of which none are measured. */
export const STATED: Figures = Object.freeze({
  host: { launch: 1000, memory: 16, operations: 8 },
  own: { launch: 4000, memory: 256, operations: 2048 },
  window: 64_000,
  up: { start: 16_000, bytes: 8 },
  down: { start: 64_000, bytes: 8 },
  isMeasured: false,
});

const BYTES = 1000;
const text = ({ launch, memory, operations }: Rates): string =>
  `${(launch / BYTES).toFixed(1)} µs a kernel, ${memory.toPrecision(2)} GB/s, ${operations.toPrecision(2)} operations/ns`;
const linkText = ({ start, bytes }: LinkRates): string => `${(start / BYTES).toFixed(1)} µs and ${bytes.toPrecision(2)} GB/s`;

/** The figures of a device in words. */
export function describeFigures(name: string, { own, host, window, up, down, isMeasured }: Figures): string {
  const how = isMeasured ? 'measured' : 'stated';
  return `${name} (${how}): ${(window / BYTES).toFixed(1)} µs a window, ${text(own)}; to it ${linkText(up)}, from it ${linkText(down)}; cpu: ${text(host)}`;
}
