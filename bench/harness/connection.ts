/** The harness's end of the protocol that `side.ts` describes: one child process, one question at a time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { rest } from './rest.js';

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** How long an answer may take, in milliseconds. Default three minutes. */
  readonly limit?: number;
}

export class Connection {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #limit: number;
  #complaint = '';
  /** Bytes that a run must move, where the side says so. */
  bytes: number | null = null;
  /** Kernels that the side's compiler was busy with after its last run, where it says so. */
  compiling = 0;

  private constructor(command: Command) {
    this.#limit = command.limit ?? 180_000;
    const env = { ...process.env, ...command.env };
    this.#child = spawn(command.file, [...command.args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.on('error', (error) => (this.#complaint += error.message));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#complaint = `${this.#complaint}${chunk}`.slice(-4000)));
    this.#child.stdin?.on('error', () => undefined);
    if (this.#child.stdout === null) throw new Error('a side has no standard output');
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  /** Starts a side and waits until it is ready. Rejects with what it printed to standard error. */
  static async open(command: Command): Promise<Connection> {
    const connection = new Connection(command);
    try {
      const ready = await connection.#next();
      connection.bytes = typeof ready.bytes === 'number' ? ready.bytes : null;
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /** Seconds that `times` runs took. */
  async run(times: number): Promise<number> {
    const { seconds, compiling } = await this.ask({ do: 'run', times });
    if (typeof seconds !== 'number') throw new Error('a side gave no time');
    this.compiling = typeof compiling === 'number' ? compiling : 0;
    return seconds;
  }

  async result(): Promise<number[]> {
    const { result } = await this.ask({ do: 'result' });
    if (!Array.isArray(result)) throw new Error('a side gave no result');
    return result.map(Number);
  }

  /** Waits until its threads rest; returns whether they were busy. */
  rest(): Promise<boolean> {
    return this.#child.pid === undefined ? Promise.resolve(false) : rest(this.#child.pid);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    if (this.#child.pid === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin?.end('{"do":"stop"}\n');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(timer);
  }

  /** Sends a question and gives the answer. */
  ask(question: object): Promise<Record<string, unknown>> {
    this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
    return this.#next();
  }

  async #next(): Promise<Record<string, unknown>> {
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      this.#child.kill('SIGKILL');
    }, this.#limit);
    const { value, done } = await this.#lines.next();
    clearTimeout(timer);
    if (late) throw new Error(`no answer within ${this.#limit / 1000} s`);
    if (done !== true) return parse(value);
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new Error(lastLine(this.#complaint) || this.#ending());
  }

  #ending(): string {
    const { exitCode, signalCode } = this.#child;
    return `the process ended ${signalCode === null ? `with status ${exitCode}` : `by ${signalCode}`}`;
  }
}

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error(`expected a line of JSON, got ${line.slice(0, 100)}`);
  }
}

/** Characters of a complaint that are shown. */
const LONGEST = 160;

/** The line that says what went wrong: the last of a traceback, the `Error:` of a stack. */
function lastLine(text: string): string {
  const lines = text
    .split('\n')
    .map((l) => l.trim())
    .filter((l) => l !== '');
  const line = lines.find((l) => /^\w*Error\b/.test(l)) ?? lines.at(-1) ?? '';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
}
