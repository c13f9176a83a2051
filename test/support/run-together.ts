/** Unit tests of the libraries in a process of their own, under a configuration: for tests that have to pass under all of them. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The files whose tests ran to their end, in order. */
  readonly files: readonly string[];
}

interface Settings {
  /** MANIPLE_CONFIG of the process. */
  readonly config: string;
  readonly limitMs: number;
  /** Further variables of the environment. */
  readonly env?: NodeJS.ProcessEnv;
  /** A module of this folder that is loaded first. */
  readonly before?: string;
}

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Runs files of `test/unit/`, named as `array/views`, in one process (`together.ts`). Never rejects. */
export function runTogether(files: readonly string[], { config, limitMs, env, before }: Settings): Promise<Ended> {
  const flags = before === undefined ? [] : ['--import', new URL(before, import.meta.url).href];
  const args = [...flags, pathOf('together.js'), ...files.map((file) => pathOf(`../unit/${file}.test.js`))];
  const all = { ...process.env, ...env, MANIPLE_CONFIG: config, TAP_TIMEOUT: `${limitMs / 1000}` };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: all, timeout: limitMs, maxBuffer: 1 << 28 }, (error, out, err) => {
      const ended = [...out.matchAll(/^ok \d+ - end of dist\/test\/unit\/(\S+)\.test\.js/gm)].map(([, file]) => file);
      resolve({ code: error === null ? 0 : 1, out, err, files: ended });
    });
  });
}
