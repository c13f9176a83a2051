/** Advice from a profile: rules over its lines and events, each with the line and the code to write instead. */
import type { ProfileData } from './data.js';
import type { LineRow } from './lines.js';

/** An advice, about a line where there is one. */
interface Advice {
  readonly rule: 'item-loop' | 'read-loop' | 'tiny-launches' | 'dtype-churn' | 'upload-loop' | 'changing-shapes';
  readonly where: string;
  readonly text: string;
}

/** Reads of a line that are a loop; milliseconds, and shares of the time that all lines take, that are worth a word. */
const LOOP = 50;
const WORTH = 0.5;
const SHARE = 0.03;
/** Elements of a launch that are few. */
const FEW = 4096;

/** Advice, the most worth first. */
export function adviceOn(data: ProfileData): Advice[] {
  const found = data.lines.flatMap((line) => [...readsOf(line, data), ...uploadsOf(line, data), ...conversionsOf(line, data)]);
  return [...found, ...launchesOf(data), ...plansOf(data)];
}

function share(time: number, { lines }: ProfileData): boolean {
  const all = lines.reduce((sum, { computing, waiting, uploading }) => sum + computing + waiting + uploading, 0);
  return time >= WORTH && time >= SHARE * all;
}

function readsOf({ where, reads, elements, waiting }: LineRow, data: ProfileData): Advice[] {
  if (reads < LOOP) return [];
  if (elements <= 2 * reads)
    return [
      {
        rule: 'item-loop',
        where,
        text: `reads ${reads} times, ${elements === reads ? 'one element' : 'a few elements'} each: read the array once, const values = await x.data(), or compute with arrays in place of a loop over elements`,
      },
    ];
  if (!share(waiting, data)) return [];
  return [
    {
      rule: 'read-loop',
      where,
      text: `reads ${reads} times and waits ${waiting.toFixed(1)} ms: a read ends fusion and waits; read behind the loop, or every few steps`,
    },
  ];
}

function uploadsOf({ where, uploads, uploading }: LineRow, data: ProfileData): Advice[] {
  if (uploads < LOOP || !share(uploading, data)) return [];
  return [
    {
      rule: 'upload-loop',
      where,
      text: `makes ${uploads} arrays of JavaScript's numbers (${uploading.toFixed(1)} ms): make one array before the loop and take views of it, or compute it with np.arange, np.linspace, np.full`,
    },
  ];
}

const CONVERSIONS = /^astype /;

function conversionsOf({ where, names, computing, launches }: LineRow, data: ProfileData): Advice[] {
  if (!names.some((name) => CONVERSIONS.test(name)) || launches < LOOP || !share(computing, data)) return [];
  return [
    {
      rule: 'dtype-churn',
      where,
      text: `converts elements ${launches} times (${computing.toFixed(1)} ms): give arrays the dtype that they are used in where they are made, { dtype: 'float32' }`,
    },
  ];
}

function launchesOf({ kernels, lines }: ProfileData): Advice[] {
  const launches = kernels.reduce((n, row) => n + row.launches, 0);
  const elements = kernels.reduce((n, row) => n + row.launches * row.elements, 0);
  if (launches < 1000 || elements >= FEW * launches) return [];
  const [most] = [...kernels].sort((a, b) => b.launches - a.launches);
  const text = `${launches} launches of ${Math.round(elements / launches)} elements on average (most often ${most.name}): put what a loop goes over into one more axis, or take reads out of the loop, so that more fuses`;
  const line = lines.reduce<LineRow | null>((a, b) => (b.launches > (a?.launches ?? 0) ? b : a), null);
  return [{ rule: 'tiny-launches', where: line?.where ?? '', text }];
}

/** Plans that are made again and again: shapes or the order of calls change from window to window. Views that move are planned once. */
function plansOf(data: ProfileData): Advice[] {
  const { texts, text, length, where } = data;
  const plansAt = new Map<string, number>();
  let [plans, windows, time] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const name = texts[text[i]];
    if (name.startsWith('launch ')) windows++;
    else if (name.startsWith('plan ')) {
      plans++;
      const at = texts[where[i]] ?? '';
      plansAt.set(at, (plansAt.get(at) ?? 0) + 1);
      time += length[i] / 10_000;
    }
  }
  if (plans < LOOP || plans < windows / 2 || !share(time, data)) return [];
  const why = `${plans} of ${windows} windows were planned anew (${time.toFixed(1)} ms): shapes, or the calls, differ each time`;
  const [[line]] = [...plansAt].sort((a, b) => b[1] - a[1]);
  return [
    {
      rule: 'changing-shapes',
      where: line,
      text: `${why}: keep the shapes of a loop equal, by padding or a mask, and its branches out of it`,
    },
  ];
}

/** Advice for people. */
export function formatAdvice(advice: readonly Advice[]): string {
  if (advice.length === 0) return 'nothing stands out: maniple profile shows where the time goes\n';
  return advice.map(({ where, text }) => `${where === '' ? 'the program' : where}: ${text}\n`).join('');
}
