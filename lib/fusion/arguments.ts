/** The arguments of a fused kernel, as the tasks of its group are added: uses of one root through one view are one argument. */
import type { Binding } from './part.js';

/** The fused task's arguments: one for each (slot, view, access). */
export class Arguments {
  readonly bindings: Binding[] = [];
  /** By slot, then by view: numbers of bindings, one for each access. */
  readonly #index = new Map<number, Map<number, number[]>>();

  add(binding: Binding): number {
    const { slot, view, access } = binding;
    let views = this.#index.get(slot);
    if (views === undefined) this.#index.set(slot, (views = new Map()));
    const known = views.get(view.id);
    for (const i of known ?? []) if (this.bindings[i].access === access) return i;
    const made = this.bindings.push(binding) - 1;
    if (known === undefined) views.set(view.id, [made]);
    else known.push(made);
    return made;
  }

  /** The bindings of certain slots, by number. */
  where(slots: (slot: number) => boolean): Set<number> {
    return new Set(this.bindings.flatMap((binding, i) => (slots(binding.slot) ? [i] : [])));
  }
}
