/**
 * Figures of a GPU beside the host's device, measured once for a machine and a driver: by a device of each that is made for that and closed,
 * so that no program's launches are among them. They are kept in the cache folder, sealed. Where measuring fails, figures are the stated ones.
 */
import { cpus } from 'node:os';
import { digestOf, readRecord, writeRecord } from '../../cache/index.js';
import { type Figures, STATED } from '../../placement/index.js';
import type { Device } from '../contract.js';
import type { Accelerator } from '../machine.js';
import { measure } from '../measuring.js';
import type { AdapterFacts } from './messages.js';

/** Changes with the kinds of figures that are measured. */
const EDITION = 1;

/** A host's device to measure. */
export interface Beside {
  /** Different for hosts of different speeds. */
  readonly name: string;
  readonly make: () => Device;
}

/** The figures of an adapter, kept or measured on what `make` makes, once they are asked for; stated ones where there is no host. */
export function keptFigures(adapter: AdapterFacts, beside: Beside | undefined, make: () => Accelerator): () => Figures {
  let found: Figures | null = null;
  return () => (found ??= beside === undefined ? STATED : readOrMeasure(adapter, beside, make));
}

function readOrMeasure({ name, description }: AdapterFacts, beside: Beside, make: () => Accelerator): Figures {
  const of = JSON.stringify([EDITION, name, description, cpus()[0]?.model ?? '', beside.name]);
  const record = `figures-${digestOf(of)}.json`;
  const kept = readRecord(record);
  if (areFigures(kept)) return kept;
  const measured = measuredOn(beside, make);
  if (measured === null) return STATED;
  writeRecord(record, measured);
  return measured;
}

function measuredOn({ make: makeHost }: Beside, make: () => Accelerator): Figures | null {
  const made: (Device | Accelerator)[] = [];
  try {
    const host = makeHost();
    made.push(host);
    const own = make();
    made.push(own);
    return measure(host, own);
  } catch {
    return null;
  } finally {
    for (const device of made) void device.close().catch(() => undefined);
  }
}

const isPositive = (value: unknown): boolean => typeof value === 'number' && value > 0 && Number.isFinite(value);

/** Whether a record has the figures that are read from it. */
function areFigures(value: unknown): value is Figures {
  const all = value as Partial<Record<string, Record<string, unknown>>> | null | undefined;
  if (typeof all !== 'object' || all === null) return false;
  const has = (part: string, ...names: string[]): boolean => names.every((name) => isPositive(all[part]?.[name]));
  const rates = ['launch', 'memory', 'operations'];
  const links = ['start', 'bytes'];
  return has('host', ...rates) && has('own', ...rates) && has('up', ...links) && has('down', ...links) && isPositive(all.window);
}
