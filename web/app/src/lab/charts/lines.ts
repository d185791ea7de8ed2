import { at, shows, type Scale } from './scale';
import type { Look } from './palette';
import type { Chart, Series } from './types';

interface Point {
  x: number;
  y: number;
  k: number;
  value: number; // of the horizontal axis
}

export interface Drawn {
  s: Series;
  i: number;
  look: Look;
  line: string;
  band: string;
  marks: Point[];
  points: Point[];
}

const place = (n: number) => Math.round(n * 10) / 10;

/** pathsOf is a series as paths. A point that an axis cannot show interrupts the line. */
export function pathsOf(chart: Chart, s: Series, x: Scale, y: Scale): Pick<Drawn, 'line' | 'band' | 'marks' | 'points'> {
  const points: Point[] = [];
  const alone: Point[] = [];
  let line = '';
  let band = '';
  let run: Point[] = [];
  const end = () => {
    if (run.length > 1 && !s.noLine) line += 'M' + run.map((p) => `${p.x} ${p.y}`).join('L');
    if (run.length === 1) alone.push(run[0]);
    band += bandOf(s, run, chart, y);
    run = [];
  };
  s.x.forEach((value, k) => {
    const v = s.y[k];
    if (!shows(chart.x, value) || !shows(chart.y, v)) return end();
    const p = { x: place(at(x, value)), y: place(at(y, v)), k, value };
    points.push(p);
    run.push(p);
  });
  end();
  return { line, band, marks: s.marks || s.noLine ? points : alone, points };
}

// bandOf goes along the high ends and back along the low ones.
function bandOf(s: Series, run: Point[], chart: Chart, y: Scale): string {
  if (!s.low || !s.high) return '';
  const ends = run.filter((p) => shows(chart.y, s.high![p.k]));
  if (!ends.length) return '';
  const low = (p: Point) => (shows(chart.y, s.low![p.k]) ? place(at(y, s.low![p.k]!)) : p.y);
  const high = (p: Point) => place(at(y, s.high![p.k]!));
  if (ends.length === 1) return `M${ends[0].x - 1} ${high(ends[0])}h2V${low(ends[0])}h-2Z`;
  return 'M' + ends.map((p) => `${p.x} ${high(p)}`).join('L') + 'L' + ends.reverse().map((p) => `${p.x} ${low(p)}`).join('L') + 'Z';
}

export interface Told {
  key: number;
  name: string;
  x: number;
  y: number;
  value: number;
  range?: [number, number];
  colour: string;
}

/** pointsOf is what a series has at a value of the horizontal axis, or so near that the
 * eye does not tell. */
export function pointsOf(l: Drawn, value: number, x: Scale): Told[] {
  const here = at(x, value);
  let best: Point | undefined;
  for (const p of l.points) {
    if (p.value === value) {
      best = p;
      break;
    }
    if (Math.abs(p.x - here) < 6 && (!best || Math.abs(p.x - here) < Math.abs(best.x - here))) best = p;
  }
  if (!best) return [];
  const [low, high] = [l.s.low?.[best.k], l.s.high?.[best.k]];
  const range = typeof low === 'number' && typeof high === 'number' ? ([low, high] as [number, number]) : undefined;
  return [{ key: l.i, name: l.s.name ?? '', x: best.x, y: best.y, value: l.s.y[best.k]!, range, colour: l.look.colour }];
}
