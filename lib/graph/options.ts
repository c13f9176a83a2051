/** Options of the explicit model's runtime. */

export interface TaskRuntimeOptions {
  /** Processors, this thread among them; by default the machine's. */
  readonly procs?: number;
  /** Channels that copies run on, served by threads without other work; 1 by default. */
  readonly channels?: number;
  /** Binds each thread, this one too, to the processor of its number; for measurements on a quiet machine. */
  readonly pin?: boolean;
}
