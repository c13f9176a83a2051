/** The mapper of a runtime with separate memories: the default, which copies by the cheapest way, or a library's own. */
import { ConfigError } from '../../base/index.js';
import { Mapper } from '../../dependence/index.js';

/** A policy for a machine with so many memories. */
export type MakeMapper = (memories: number) => Mapper;

/** The cost of a copy between two memories of the machine. */
type CostOf = (from: number, to: number) => number;

/** Copies come from where that costs least; of equal costs, from the nearest in the ring. */
class CheapestSource extends Mapper {
  readonly #costOf: CostOf;

  constructor(memories: number, costOf: CostOf) {
    super(memories);
    this.#costOf = costOf;
  }

  override source(to: number, from: readonly number[]): number {
    const least = Math.min(...from.map((memory) => this.#costOf(memory, to)));
    return super.source(
      to,
      from.filter((memory) => this.#costOf(memory, to) === least),
    );
  }
}

/** The mapper that `make` returns. Throws `ConfigError` unless it is a mapper for so many memories. */
export function mapperOf(make: MakeMapper | undefined, memories: number, costOf: CostOf): Mapper {
  const mapper: unknown = make === undefined ? new CheapestSource(memories, costOf) : make(memories);
  if (mapper instanceof Mapper && mapper.memories === memories) return mapper;
  const got = mapper instanceof Mapper ? `one for ${mapper.memories} memories` : String(mapper);
  throw new ConfigError(
    `createRuntime: \`mapper\` makes a Mapper for ${memories} memories, got ${got}; pass its argument to the constructor`,
  );
}
