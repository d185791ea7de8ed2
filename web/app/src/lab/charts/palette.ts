import type { Chart, Series } from './types';

/** How a series is told from others: a colour, light and dark at once, and dashes. */
export interface Look {
  colour: string;
  dashes?: string;
}

// Those of package drawing: Okabe and Ito's, and viridis for series that form a scale.
const distinct = [
  ['#0072b2', '#3b9ddb'], ['#d55e00', '#e8762b'], ['#009e73', '#1fb88c'], ['#cc79a7', '#d78fb6'],
  ['#e69f00', '#e69f00'], ['#56b4e9', '#8fd0f5'], ['#000000', '#ffffff'], ['#888888', '#999999'],
];
const viridis = ['#440154', '#414487', '#2a788e', '#22a884', '#7ad151', '#c8d820', '#fde725'];

/** distinctOf is the colour of the i-th of series that are told apart, from 0. */
export function distinctOf(i: number): string {
  const [light, dark] = distinct[i % distinct.length];
  return `light-dark(${light}, ${dark})`;
}

// A ninth series has the first colour again, in dashes.
const again = [undefined, '7 4', '2 3', '10 3 2 3'];

/** looks are those of the series. What is told apart by dashes in print has colours here. */
export function looks(chart: Chart): Look[] {
  const series: Series[] = chart.series ?? [];
  const own = series.filter((s) => !s.like).length;
  const list: Look[] = [];
  let next = 0;
  series.forEach((s, i) => {
    let look: Look;
    if (s.like && s.like >= 1 && s.like <= i) look = { ...list[s.like - 1] };
    else if (chart.palette === 'graded') look = { colour: graded(next++ / Math.max(1, own - 1)) };
    else {
      look = { colour: distinctOf(next), dashes: again[Math.floor(next / distinct.length) % again.length] };
      next++;
    }
    if (s.dashed) look.dashes = '7 4';
    list.push(look);
  });
  return list;
}

function graded(x: number): string {
  const last = viridis.length - 1;
  return `light-dark(${between(viridis.slice(0, last), x)}, ${between(viridis.slice(2), x)})`;
}

function between(colours: string[], x: number): string {
  x *= colours.length - 1;
  const i = Math.min(Math.floor(x), colours.length - 2);
  const part = (c: string, k: number) => parseInt(c.slice(1 + 2 * k, 3 + 2 * k), 16);
  const mix = [0, 1, 2].map((k) => Math.round(part(colours[i], k) + (x - i) * (part(colours[i + 1], k) - part(colours[i], k))));
  return '#' + mix.map((v) => v.toString(16).padStart(2, '0')).join('');
}
