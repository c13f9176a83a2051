/**
 * Plans that windows of one extent class share (`fusion/extent-class.ts`): programs whose arrays have other sizes each time, as batches of requests do,
 * would never be planned otherwise. A class has a form of its own, from whose slots' states all of its windows learn, and a specialization for each
 * choice; a window takes it with its own sizes. One that comes again and again with the same sizes has a plan of its own, as without a class.
 */
import { type Canonical, ExtentClass, FormCache, isResizable, type Plan, type Planning, resized } from '../../fusion/index.js';
import type { View } from '../../shape/index.js';
import type { Task } from '../../task/index.js';
import type { CachedForm, Specialization } from './cached-form.js';

type Views = readonly (readonly View[])[];

interface SharedForm {
  readonly form: CachedForm;
  /** By specialization: the views, by slot, of the window that was planned. */
  readonly views: WeakMap<Specialization, Views>;
  /** Whether all plans so far can be resized. */
  isFit: boolean;
  wasUsed: boolean;
}

export class SharedPlans {
  readonly #machine: Planning['machine'];
  readonly #class: ExtentClass;
  readonly #forms = new FormCache<SharedForm>(() => undefined);
  /** Of the window that was asked about last. */
  #found: SharedForm | null = null;

  constructor({ machine, held }: Pick<Planning, 'machine' | 'held'>) {
    this.#machine = machine;
    this.#class = new ExtentClass(machine, held);
  }

  /** The form of this window's class; null where the class is new. */
  get found(): SharedForm | null {
    return this.#found;
  }

  /**
   * Whether a window that has its form takes the plan of its class, or makes one for it. `pays`: whether a plan for the class pays now, by its
   * hash; asked where there is none.
   */
  has({ places }: Canonical, tasks: readonly Task[], pays: (hash: number) => boolean): boolean {
    if (places !== null || !this.#class.encode(tasks)) return false;
    this.#found = this.#forms.find(this.#class) ?? null;
    return this.#found === null ? pays(this.#class.hash) : this.#found.isFit;
  }

  /** The plan of a specialization with the sizes of the window that was asked about last. */
  planOf({ views }: SharedForm, specialization: Specialization, tasks: readonly Task[]): Plan {
    return resized(specialization.program.plan, views.get(specialization) ?? [], tasks, this.#class.views, this.#machine);
  }

  /** Keeps a specialization, made for the window that was asked about last, for windows of its class. */
  add(form: CachedForm, specialization: Specialization): void {
    let shared = this.#found;
    if (shared === null) {
      shared = { form, views: new WeakMap(), isFit: true, wasUsed: false };
      this.#forms.add(this.#class, shared);
      this.#found = shared;
    }
    shared.isFit &&= isResizable(specialization.program.plan);
    shared.views.set(specialization, this.#class.views);
    form.add(specialization);
  }
}
