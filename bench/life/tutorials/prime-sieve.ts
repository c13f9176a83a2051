/** The sieve of Eratosthenes up to a million, an element read before each stride. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const n = 1_000_000;
  const prime = np.ones(n + 1, 'bool');
  prime.set(':2', false);
  for (let p = 2; p <= 1000; p++) if (await prime.get(p).item()) prime.set(`${p * p}::${p}`, false);
  const primes = np.flatnonzero(prime);
  const [count] = await primes.shapeKnown();
  return [count, Number(await primes.get(-1).item()), Number(await np.diff(primes).max().item())];
}
