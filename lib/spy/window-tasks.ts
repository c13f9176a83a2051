/** The tasks of a window and their launches: each task is in one launch, and a launch has no accesses besides its tasks'. */
import { inColumns, inRows } from './columns.js';
import { gatheredThrough } from './gathered-through.js';
import type { LogLaunch, LogTask } from './log.js';
import type { Tell } from './problem.js';

export class WindowTasks {
  readonly #tell: Tell;
  /** By number, as they are launched. */
  readonly tasks = new Map<number, LogTask>();
  /** Tasks that a launch has rewritten, as they were issued. */
  readonly #issued = new Map<number, LogTask>();
  readonly launchOf = new Map<number, LogLaunch>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  /** The launch's tasks, in the order of the program. */
  of(launch: LogLaunch): LogTask[] {
    const found: LogTask[] = [];
    for (const number of launch.tasks) {
      const task = this.tasks.get(number);
      if (task === undefined) this.#tell('task', `launch ${launch.launch} has task ${number}, which is not in the window`);
      else if (this.launchOf.has(number))
        this.#tell('task', `task ${number} (${task.kind}) is launched again by launch ${launch.launch}`);
      else {
        if ((task.body === 'js') !== (launch.launch === 0))
          this.#tell('task', `task ${number} (${task.kind}), of body ${task.body}, is run by launch ${launch.launch}`);
        const own = this.#through(launch, task);
        found.push(launch.split === 'columns' ? inColumns(own) : own);
        this.launchOf.set(number, launch);
      }
    }
    const split = launch.split === 'rows' ? inRows(found) : found;
    return split.sort((a, b) => a.task - b.task);
  }

  /** The task as the launch runs it: the values that it gathers are computed where it gathers them. */
  #through({ launch, through }: LogLaunch, task: LogTask): LogTask {
    const way = through?.find(([number]) => number === task.task);
    if (way === undefined) return task;
    const issued = (number: number): LogTask | undefined => this.#issued.get(number) ?? this.tasks.get(number);
    const window = [...this.tasks.values()].map((known) => this.#issued.get(known.task) ?? known);
    const rewritten = gatheredThrough(task, way.slice(1).map(issued), window);
    if (typeof rewritten === 'string') {
      this.#tell('fusion', `launch ${launch}: task ${task.task} (${task.kind}) gathers through its producers: ${rewritten}`);
      return task;
    }
    this.#issued.set(task.task, task);
    this.tasks.set(task.task, rewritten);
    return rewritten;
  }

  /** Checks that a launch has no accesses besides its tasks'. */
  privileges(launch: LogLaunch, tasks: readonly LogTask[]): void {
    const args = tasks.flatMap((t) => t.args);
    for (const root of launch.reads) {
      if (!args.some((a) => a.root === root && a.privilege !== 'write'))
        this.#tell('task', `launch ${launch.launch} reads root ${root}; none of its tasks does`);
    }
    for (const root of launch.writes) {
      if (!args.some((a) => a.root === root && a.privilege !== 'read'))
        this.#tell('task', `launch ${launch.launch} writes root ${root}; none of its tasks does`);
    }
  }
}
