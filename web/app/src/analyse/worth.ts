import type { Tone } from '../board/types';
import { number } from '../words';
import type { AnalysedMove, Live, Worth } from './types';
import { t } from './words';

// What values look like to people.

const digits: Record<string, number> = { discs: 1, stones: 0, points: 0, equity: 3 };

/** signed writes a number with its sign. */
export function signed(n: number, places: number): string {
  const rounded = Number(n.toFixed(places));
  const text = Math.abs(rounded).toFixed(places === 1 && Number.isInteger(rounded) ? 0 : places);
  const local = number(Number(text), places);
  const padded = places > 1 ? text.replace('.', number(1.5).charAt(1)) : local;
  return (rounded > 0 ? '+' : rounded < 0 ? '−' : '') + padded;
}

/** share is a score from −1 to 1 as the share of the points, in percent. */
export const share = (score: number) => 50 * (Math.max(-1, Math.min(1, score)) + 1);

/** percent writes a score that is not proven: nothing is sure before it is. */
export function percent(score: number, places = 0): string {
  const edge = 10 ** -places;
  return t('percent', { n: number(Math.min(100 - edge, Math.max(edge, share(score))), places) });
}

/** short writes a value in a few characters: in the game's unit, else as the share of
 * the points that may be expected. */
export function short(w: Worth): string {
  const text = plain(w);
  if (w.bound === 'at most') return t('atMost', { value: text });
  if (w.bound === 'at least') return t('atLeast', { value: text });
  return text;
}

function plain(w: Worth): string {
  if (w.value == null) return '';
  if (w.count != null && w.unit) return w.unit === 'points' ? number(w.count, 0) : signed(w.count, digits[w.unit] ?? 2);
  if (w.proven && Math.abs(w.value) === 1) return t(w.value > 0 ? 'win' : 'loss');
  if (w.proven && w.value === 0) return t('draw');
  return percent(w.value);
}

/** long is short, with the plies until a proven end. */
export function long(w: Worth): string {
  if (!w.proven || !w.plies || w.value == null) return short(w);
  const key = w.value > 0 ? 'winIn' : w.value < 0 ? 'lossIn' : 'drawIn';
  const told = t(key, { n: w.plies });
  return w.count != null && w.unit ? `${short(w)} (${told})` : told;
}

/** onCell is short for a cell of the board: percent need no sign there. */
export function onCell(w: Worth): string {
  if (w.value == null) return '';
  if (w.unit === 'equity' && w.count != null) return signed(w.count, 2);
  const text = short(w);
  return text.length > 5 ? text.replace(/[\s ]%$/, '') : text;
}

/** onBar is shorter still. */
export const onBar = (w: Worth) => (w.unit === 'equity' && w.count != null ? signed(w.count, 1) : onCell(w)).replace(/[\s\u00a0\u202f]%$/, '');

/** toneOf is how good a move is beside the best. */
export function toneOf(move: Worth, best: Worth): Tone {
  if (move.value == null || best.value == null) return 'plain';
  const lost = best.value - move.value;
  if (lost > 0.25) return 'bad';
  if (lost > 0.08) return 'fair';
  if (lost > 0.015 || (move.count ?? 0) < (best.count ?? 0) - 1e-9) return 'good';
  return 'best';
}

/** bestOf is the move of the highest value among those that are known well: proven, or
 * visited often enough; a search may have better reasons than the value. */
export function bestOf(live: Live | undefined): AnalysedMove | undefined {
  return live?.moves?.find((m) => m.move === live.move) ?? live?.moves?.[0];
}

/** compact writes large numbers as 12.3k. */
export function compact(n: number): string {
  if (n < 10_000) return number(n, 0);
  if (n < 1e6) return number(n / 1e3, n < 1e5 ? 1 : 0) + 'k';
  return number(n / 1e6, n < 1e8 ? 1 : 0) + 'M';
}

/** The chance of the first player, from 0 to 1, as the bar beside the board shows it. */
export function barShare(w: Worth & { table?: Live['table'] }, seat: number, most = 1): number | undefined {
  if (w.value == null) return undefined;
  let own: number;
  if (w.chances?.length) own = w.chances.reduce((sum, c) => sum + (c.score > 0 ? c.probability : c.score === 0 ? c.probability / 2 : 0), 0);
  else own = (Math.max(-most, Math.min(most, w.value)) / most + 1) / 2;
  return seat === 0 ? own : 1 - own;
}
