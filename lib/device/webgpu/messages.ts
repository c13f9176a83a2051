/** Messages of the launching thread to the owner of the GPU, which serves them in order. */
import type { MessagePort } from 'node:worker_threads';
import type { Shared } from './control.js';

/** The data that the owner begins with. */
export interface OwnerData {
  readonly shared: Shared;
  /** Where it tells of failures (`failures.ts`). */
  readonly failures: MessagePort;
  /** Where it tells when launches ran, while a profile is taken. */
  readonly timeline: MessagePort | null;
}

/** An adapter's facts and limits, as reported when the owner has started. */
export interface AdapterFacts {
  readonly name: string;
  /** Of its driver. */
  readonly description: string;
  /** Bytes of an arena, at most. */
  readonly largest: number;
  /** Arenas that a kernel can use. */
  readonly arenas: number;
}

/** Numbers of a dispatch in `Window.rows`: pipeline, binding, first byte of its parameters, workgroups, launch. */
export const ROW = { PIPELINE: 0, BINDING: 1, OFFSET: 2, GROUPS: 3, LAUNCH: 4, LENGTH: 5 } as const;

/** Numbers of a copy between arenas in `Window.rows`: the arena that it is from, less than 0 as -1 less its number, and so no pipeline. */
export const COPY = { FROM: 0, OFFSET: 1, TO: 2, AT: 3, BYTES: 4 } as const;

/** Launches that are submitted together. */
export interface Window {
  readonly kind: 'window';
  /** The number of its rows, which come along the first time: windows that come again are parameters alone. */
  readonly number: number;
  readonly rows: Int32Array | null;
  readonly parameters: ArrayBuffer;
  /** The number of its first launch, and how many there are; rows name them from 0. */
  readonly first: number;
  readonly launches: number;
}

/** Pipelines and bindings, by number, that no later window uses; their numbers may be given again behind this message. */
export interface Forgotten {
  readonly kind: 'forget';
  readonly pipelines: readonly number[];
  readonly bindings: readonly number[];
}

export type Message =
  | Window
  | Forgotten
  /** Answered by 1 where there is memory, 0 where there is none. */
  | { readonly kind: 'arena'; readonly arena: number; readonly bytes: number }
  | { readonly kind: 'release'; readonly arena: number }
  | {
      readonly kind: 'pipeline';
      readonly pipeline: number;
      readonly text: string;
      /** Arenas that are bound. */
      readonly arenas: number;
      /** Whether it may set status words: those of other windows are not read. */
      readonly fails: boolean;
    }
  /** Arenas that dispatches bind, and the bytes of their parameters. */
  | { readonly kind: 'binding'; readonly binding: number; readonly arenas: readonly number[]; readonly bytes: number }
  | {
      readonly kind: 'upload';
      readonly arena: number;
      /** Of any byte. */
      readonly offset: number;
      /** Any number of them: words that they are parts of keep their other bytes. */
      readonly bytes: ArrayBuffer;
      readonly launch: number;
    }
  | {
      readonly kind: 'download';
      readonly arena: number;
      readonly offset: number;
      /** As many bytes as it has, a multiple of 4. */
      readonly into: SharedArrayBuffer;
      readonly launch: number;
    }
  /** Asks for a message when the launch is complete; any launch may have one. */
  | { readonly kind: 'notify'; readonly launch: number }
  /** Destroys the device, as a driver loses it; for tests. */
  | { readonly kind: 'lose' }
  /** Throws an error that nothing catches; for tests. */
  | { readonly kind: 'die' }
  | { readonly kind: 'close' };
