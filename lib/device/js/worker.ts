/** A thread of the JavaScript device: one long task of the Piscina pool, which helps with launches until it is told to leave. */
import { receiveMessageOnPort, threadId } from 'node:worker_threads';
import { type JsHost, type JsKernel, loadJs } from '../../compile/index.js';
import { STATUS } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { CONTROL, type News, SEAT, type ServeTask, seatAt, takeTiles } from './control.js';
import { bufferAt, offsetAt, type Views, viewsOf } from './memory.js';

class Server {
  readonly #control: Int32Array;
  readonly #records: Float64Array;
  readonly #raw: BigInt64Array;
  readonly #task: ServeTask;
  readonly #views: Views[] = [viewsOf(new SharedArrayBuffer(0))];
  readonly #sources: string[] = [];
  readonly #kernels: JsKernel[] = [];
  readonly #host: JsHost = {
    view: (code, address) => this.#views[bufferAt(address)][code],
    offset: offsetAt,
  };

  constructor(task: ServeTask) {
    this.#task = task;
    this.#control = new Int32Array(task.control);
    this.#records = new Float64Array(task.records);
    this.#raw = new BigInt64Array(task.records);
    for (const news of task.news) this.#learn(news);
  }

  serve(): void {
    const control = this.#control;
    const seat = seatAt(this.#task.seat);
    Atomics.store(control, seat + SEAT.THREAD, threadId);
    for (;;) {
      const seen = Atomics.load(control, CONTROL.WAKE);
      if (Atomics.load(control, CONTROL.LEAVE) === 1) break;
      this.#help(seat + SEAT.INSIDE);
      Atomics.wait(control, CONTROL.WAKE, seen);
    }
    Atomics.store(control, seat + SEAT.THREAD, 0);
    this.#task.port.close();
  }

  #help(inside: number): void {
    const control = this.#control;
    Atomics.store(control, inside, 1);
    if (Atomics.load(control, CONTROL.OPEN) === 1) this.#launch(Atomics.load(control, CONTROL.AT));
    Atomics.store(control, inside, 0);
    Atomics.notify(control, inside);
  }

  #launch(at: number): void {
    const records = this.#records;
    const params = at + RECORD.PARAMS;
    try {
      this.#readNews();
      const kernel = this.#kernel(records[at + RECORD.KERNEL]);
      takeTiles(this.#control, records[at + RECORD.UNITS], records[at + RECORD.TILE], (u0, u1) =>
        kernel.run(records, this.#raw, params, u0, u1),
      );
    } catch {
      records[params] = STATUS.TASK;
    }
  }

  #readNews(): void {
    for (let news = receiveMessageOnPort(this.#task.port); news !== undefined; news = receiveMessageOnPort(this.#task.port)) {
      this.#learn(news.message as News);
    }
  }

  #learn(news: News): void {
    if (news.kind === 'kernel') {
      // The number may have been a different kernel's.
      this.#sources[news.number] = news.source;
      delete this.#kernels[news.number];
    } else if (news.buffer === undefined) delete this.#views[news.number];
    else this.#views[news.number] = viewsOf(news.buffer);
  }

  #kernel(number: number): JsKernel {
    this.#kernels[number] ??= loadJs(this.#sources[number], this.#host);
    return this.#kernels[number];
  }
}

/** Piscina's entry: returns when the device has no more use for the thread. */
export default function serve(task: ServeTask): void {
  new Server(task).serve();
}
