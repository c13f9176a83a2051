/** Awaiting events: a scripted machine shows when it is asked, and that it is left alone until it calls. */
import t from 'tap';
import { DisposedError } from '../../../lib/base/index.js';
import { type NativeMachine, REST, WAIT } from '../../../lib/graph/addon.js';
import { createTaskRuntime } from '../../../lib/graph/index.js';
import { Settler } from '../../../lib/graph/settler.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';

/** Answers `work` and `rest` from lists, and counts. */
class Script {
  readonly asked: number[] = [];
  readonly due: number[] = [];
  worked = 0;
  rests: number[] = [];
  works: number[] = [];

  get machine(): NativeMachine {
    const fake: Partial<NativeMachine> = {
      notify: (event) => {
        this.asked.push(event);
      },
      work: () => {
        this.worked++;
        return this.works.shift() ?? WAIT.IDLE;
      },
      rest: () => this.rests.shift() ?? REST.UNTIL_CALLED,
      notices: () => Float64Array.from(this.due.splice(0)),
    };
    return fake as NativeMachine;
  }
}

const turns = async (n: number): Promise<void> => {
  for (let i = 0; i < n; i++) await new Promise((resolve) => setImmediate(resolve));
};

t.test('while it rests, the machine is left alone', async (t) => {
  const script = new Script();
  const settler = new Settler(script.machine);
  const settled: number[] = [];
  const all = [5, 5, 6].map((event) => settler.settle(event).then(() => settled.push(event)));
  t.same(script.asked, [5, 6], 'one notice an event');
  await turns(20);
  t.equal(script.worked, 1);
  script.due.push(5);
  settler.woken();
  await turns(3);
  t.same(settled, [5, 5]);
  t.equal(script.worked, 2);
  script.due.push(6);
  settler.woken();
  await Promise.all(all);
  t.equal(script.worked, 3);
  settler.woken();
  await turns(2);
  t.equal(script.worked, 3, 'a call that nobody waits for');
});

t.test('while there is work, it turns the loop between slices', async (t) => {
  const script = new Script();
  script.works = [WAIT.TIME_OVER, WAIT.TIME_OVER, WAIT.IDLE, WAIT.IDLE];
  script.rests = [REST.WORK];
  const settler = new Settler(script.machine);
  let turned = 0;
  const timer = setImmediate(function again() {
    turned++;
    setImmediate(again).unref();
  });
  const event = settler.settle(1);
  await turns(10);
  clearImmediate(timer);
  t.equal(script.worked, 4, 'then it rests');
  t.ok(turned > 3);
  script.due.push(1);
  settler.woken();
  await event;
});

t.test('actors that wait for messages are looked after', async (t) => {
  const script = new Script();
  script.rests = [REST.LOOK_AGAIN, REST.LOOK_AGAIN];
  const settler = new Settler(script.machine);
  const event = settler.settle(1);
  while (script.worked < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  await turns(5);
  t.equal(script.worked, 3);
  script.due.push(1);
  settler.woken();
  await event;
});

t.test('a machine that stops', async (t) => {
  const script = new Script();
  const settler = new Settler(script.machine);
  const waiting = t.rejects(settler.settle(1), DisposedError);
  settler.close();
  await waiting;
  await t.rejects(settler.settle(2), DisposedError);
  const other = new Script();
  other.works = [WAIT.STOPPED];
  await t.rejects(new Settler(other.machine).settle(3), DisposedError);
});

if (loadAddon() === null) t.comment(`skipped: ${addonProblem()}`);
else {
  t.test('work for this thread ends its rest', async (t) => {
    const rt = createTaskRuntime({ procs: 2 });
    const mark = await rt.registerModule('mark', new URL('./support/bodies.js', import.meta.url), 'mark');
    const memory = rt.allocate(8);
    await memory.ready.done();
    let ran = 0;
    const count = rt.register('count', () => {
      ran++;
    });
    for (let i = 1; i <= 50; i++) {
      const gate = rt.userEvent();
      const here = rt.launch(0, count, undefined, [rt.launch(1, mark, memory.address, [gate])]);
      const done = Promise.all([here.done(), rt.merge([here, gate]).done(), here.done()]);
      await turns(i % 4);
      gate.trigger();
      await done;
      t.equal(ran, i);
    }
    await rt.close();
  });

  t.test('thousands of events at once', async (t) => {
    const rt = createTaskRuntime({ procs: 2 });
    const gate = rt.userEvent();
    let ran = 0;
    const count = rt.register('count', () => {
      ran++;
    });
    const events = rt.batch(() => Array.from({ length: 4000 }, () => rt.launch(0, count, undefined, [gate])));
    const bad = rt.merge([gate]);
    const all = Promise.all(events.map((event) => event.done()));
    await turns(2);
    gate.trigger();
    await all;
    await bad.done();
    t.equal(ran, 4000);
    t.equal(rt.live(), 0, 'notices are recycled');
    await rt.close();
  });
}
