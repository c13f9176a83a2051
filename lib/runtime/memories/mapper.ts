/** The mapper of a runtime with separate memories: the default, which keeps neighbours together, or a library's own. */
import { ConfigError } from '../../base/index.js';
import { Mapper } from '../../dependence/index.js';

/** A policy for a machine with so many memories. */
export type MakeMapper = (memories: number) => Mapper;

/** The mapper that `make` returns. Throws `ConfigError` unless it is a mapper for so many memories. */
export function mapperOf(make: MakeMapper | undefined, memories: number): Mapper {
  const mapper: unknown = make === undefined ? new Mapper(memories) : make(memories);
  if (mapper instanceof Mapper && mapper.memories === memories) return mapper;
  const got = mapper instanceof Mapper ? `one for ${mapper.memories} memories` : String(mapper);
  throw new ConfigError(
    `createRuntime: \`mapper\` makes a Mapper for ${memories} memories, got ${got}; pass its argument to the constructor`,
  );
}
