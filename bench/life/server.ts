/** A server whose requests are lists of numbers: it answers with their standard scores, the greatest first, and tells its parent its port. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as np from 'maniple';

async function numbersOf(request: IncomingMessage): Promise<number[]> {
  let text = '';
  for await (const piece of request.setEncoding('utf8')) text += piece;
  return JSON.parse(text) as number[];
}

async function scores(values: readonly number[]): Promise<unknown> {
  const x = np.asarray(values);
  const z = x.subtract(x.mean()).divide(x.std());
  const far = np.abs(z).greater(2);
  const [sorted, outliers] = await Promise.all([np.sort(z, { descending: true }).tolist(), far.sum().item()]);
  return { sorted, outliers: Number(outliers) };
}

const server = createServer((request, response) => {
  numbersOf(request)
    .then(scores)
    .then(
      (answer) => response.end(JSON.stringify(answer)),
      (error) => response.writeHead(500).end(String(error)),
    );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
