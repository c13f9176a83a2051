/** The parts that carry out plans over several memories, each with the parts that it calls; `launcher.ts` makes them. */
import type { Coherence } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import type { SpyWriter } from '../../spy/index.js';
import type { Root } from '../../store/index.js';
import type { FailureLog, Queue, Refused } from '../launch/index.js';
import type { Pool } from '../memory/index.js';
import type { Chain, Report } from '../replay/index.js';
import type { Copies } from './copies.js';
import type { Engines } from './engines.js';
import type { Evictor } from './evictor.js';
import type { Holdings } from './holdings.js';
import type { Images } from './images.js';
import type { LaunchMap } from './launch-map.js';
import type { Launches } from './launches.js';
import type { ContentsBook } from './root-contents.js';
import type { Transfers } from './transfers.js';

export interface Parts {
  readonly device: Device;
  readonly pool: Pool;
  readonly failureLog: FailureLog;
  readonly spy: SpyWriter | null;
  /** Memories of the host. */
  readonly memories: number;
  /** A root is dead, and no later window uses it. */
  readonly isSpent: (root: Root) => boolean;
  /** Is told of steps that find no memory. */
  readonly refused: Refused;
  /** The host's queue. */
  readonly queue: Queue;
  readonly engines: Engines;
  readonly order: LaunchMap;
  readonly book: ContentsBook;
  readonly images: Images;
  readonly coherence: Coherence;
  readonly evictor: Evictor;
  readonly holdings: Holdings;
  readonly launches: Launches;
  readonly transfers: Transfers;
  readonly copies: Copies;
  readonly chain: Chain;
  /** Null without a spy. */
  readonly report: Report | null;
}
