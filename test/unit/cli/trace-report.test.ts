/** The trace report's text: the share over time, and traces by what they replayed. */
import t from 'tap';
import { formatTraceReport } from '../../../lib/cli/trace-report.js';

t.test('a chart and a table', async (t) => {
  const series = [0, 0, 0.5, 1, 1].map((share, i) => ({ tasks: 256 * (i + 1), share }));
  const text = formatTraceReport({
    share: 1,
    series,
    traces: [
      { id: 3, length: 11, replays: 2 },
      { id: 7, length: 22, replays: 90 },
    ],
  });
  const lines = text.split('\n');
  t.match(lines[0], /replayed: 100\.0 %/);
  t.equal(lines[1], ' 100 % │   ██');
  t.equal(lines[8], '   0 % │  ███');
  t.match(lines[9], /└───── 1280 tasks/);
  t.ok(text.indexOf('22') < text.indexOf('11'), 'the most replayed first');
});

t.test('no traces', async (t) => {
  t.match(formatTraceReport({ share: 0, series: [{ tasks: 10, share: 0 }], traces: [] }), /no traces/);
});
