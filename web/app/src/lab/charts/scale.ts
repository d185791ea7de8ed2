import { settings } from '../../settings.svelte';
import type { Axis } from './types';

/** A range of values on an axis. Everything here does what report/chart does in files,
 * with as much room as the screen has. */
export interface Span {
  low: number;
  high: number;
  /** All values are whole numbers, and so are the ticks. */
  whole?: boolean;
}

export interface Tick {
  value: number;
  label: string;
}

export interface Scale extends Span {
  log: boolean;
  from: number;
  to: number;
}

export const textSize = 12;
const gap = 10;

export function shows(axis: Axis | undefined, x: number | null | undefined): x is number {
  return typeof x === 'number' && Number.isFinite(x) && (!axis?.log || x > 0);
}

/** spanOf is the range of what an axis shows of some values; undefined if it is nothing. */
export function spanOf(axis: Axis | undefined, values: Iterable<number | null | undefined>): Span | undefined {
  let low = Infinity;
  let high = -Infinity;
  let whole = true;
  const add = (x: number | null | undefined) => {
    if (!shows(axis, x)) return;
    whole &&= Number.isInteger(x);
    if (x < low) low = x;
    if (x > high) high = x;
  };
  for (const x of axis?.include ?? []) add(x);
  for (const x of values) add(x);
  if (low > high) return undefined;
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low > 1e-9 * size) return { low, high, whole };
  if (axis?.log) return { low: low / 2, high: high * 2, whole };
  const room = Math.max(size / 2, 0.5);
  return { low: low - room, high: high + room, whole };
}

/** rounded extends a range on a linear axis to the ticks around it. */
export function rounded(axis: Axis | undefined, s: Span): Span {
  if (axis?.log) return s;
  const step = linearStep(s, 9);
  const out = { whole: s.whole, low: Math.floor(s.low / step + 1e-9) * step, high: Math.ceil(s.high / step - 1e-9) * step };
  return Number.isFinite(out.low) && Number.isFinite(out.high) ? out : s;
}

/** at is the place of a value. */
export function at(s: Scale, x: number): number {
  let { low, high } = s;
  if (s.log) [x, low, high] = [Math.log(x), Math.log(low), Math.log(high)];
  return s.from + ((x / 2 - low / 2) / (high / 2 - low / 2)) * (s.to - s.from);
}

/** widthOf is about how wide a text is. */
export function widthOf(text: string, size = textSize): number {
  let sum = 0;
  for (const c of text) sum += /[ijl'|]/.test(c) ? 0.25 : /[ ft.,:;!/()[\]\-I]/.test(c) ? 0.34 : /[mwMW%@—…]/.test(c) ? 0.92 : /\p{Lu}/u.test(c) ? 0.7 : /[\u1100-\uffff]/.test(c) ? 1 : 0.58;
  return sum * size;
}

/** ticks are those of an axis: along a horizontal one labels keep apart. */
export function ticks(s: Scale, horizontal: boolean, most = 9): Tick[] {
  if (s.log) {
    const list = logTicks(s);
    if (list.filter((t) => t.label).length > 1) {
      if (horizontal) thin(s, list);
      return list;
    }
  }
  let list = linearTicks(s, most);
  for (let n = most - 2; horizontal && n > 1 && !fits(s, list); n -= 2) list = linearTicks(s, n);
  return list;
}

function fits(s: Scale, list: Tick[]): boolean {
  return list.reduce((sum, t) => sum + widthOf(t.label) + gap, 0) <= Math.abs(s.to - s.from);
}

function thin(s: Scale, list: Tick[]) {
  let free = -Infinity;
  for (const t of list) {
    if (!t.label) continue;
    const half = (widthOf(t.label) + gap) / 2;
    if (at(s, t.value) - half < free) t.label = '';
    else free = at(s, t.value) + half;
  }
}

function linearStep(s: Span, most: number): number {
  const tenth = s.high / 10 - s.low / 10;
  let step = 10 ** Math.floor(Math.log10(tenth / most) + 1);
  for (const factor of [2, 2.5, 2]) {
    if (tenth / step <= most / 10) break;
    step *= factor;
  }
  return s.whole ? Math.max(1, step) : step;
}

function linearTicks(s: Span, most: number): Tick[] {
  const list: Tick[] = [];
  const step = linearStep(s, most);
  for (let i = Math.ceil(s.low / step - 1e-9); i * step - s.high <= step * 1e-9 && list.length <= most + 1; i++) {
    const value = step < 1 ? i / Math.round(1 / step) : i * step;
    list.push({ value, label: label(value) });
  }
  return list;
}

function logTicks(s: Span): Tick[] {
  const list: Tick[] = [];
  const [low, high] = [Math.log10(s.low), Math.log10(s.high)];
  const [first, last] = [Math.floor(low), Math.ceil(high)];
  const every = Math.floor((last - first) / 12) + 1;
  for (let power = first; power <= last; power++) {
    if (power % every !== 0) continue;
    for (let digit = 1; digit <= (every > 1 ? 1 : 9); digit++) {
      const value = Number(`${digit}e${power}`);
      if (value < s.low * (1 - 1e-12) || value > s.high * (1 + 1e-12) || !Number.isFinite(value)) continue;
      const named = digit === 1 || (high - low <= 3 && (digit === 2 || digit === 5));
      list.push({ value, label: named ? label(value) : '' });
    }
  }
  return list;
}

/** label writes a tick as files do, in the page's language: 100,000 and 0.002, and 1e+8
 * beyond. */
export function label(x: number): string {
  return written(x, 12, x.toExponential());
}

/** read writes a value that was pointed at, with as many digits as its axis is worth. */
export function read(x: number, s: Span): string {
  const size = Math.abs(x);
  const step = s.high - s.low > 0 ? (s.high - s.low) / 1000 : size / 1000;
  const digits = Number.isInteger(x) ? 0 : Math.max(0, Math.min(6, Math.max(Math.ceil(-Math.log10(step)), 2 - Math.floor(Math.log10(size)))));
  return written(x, digits, x.toPrecision(3));
}

// written has a power of ten where the number is very large or small.
function written(x: number, digits: number, power: string): string {
  const size = Math.abs(x);
  if (x === 0) return '0';
  if (size >= 1e7 || size < 1e-4) return (settings.language === 'es' ? power.replace('.', ',') : power).replace('-', '−');
  return new Intl.NumberFormat(settings.language, { maximumFractionDigits: digits }).format(x).replace('-', '−');
}
