import { settings } from '../settings.svelte';
import { number } from '../words';
import { t } from './words';

// How the laboratory writes numbers and times.

/** duration tells seconds as people do: 40 s, 3 min 20 s, 2 h 5 min, 3 d 4 h. */
export function duration(seconds: number): string {
  const s = Math.round(seconds);
  if (s < 60) return `${s} s`;
  if (s < 3600) return join(Math.floor(s / 60), 'min', s < 600 ? s % 60 : 0, 's');
  if (s < 86_400) return join(Math.floor(s / 3600), 'h', Math.floor((s % 3600) / 60), 'min');
  return join(Math.floor(s / 86_400), 'd', Math.floor((s % 86_400) / 3600), 'h');
}

function join(large: number, unit: string, small: number, smaller: string): string {
  return small ? `${number(large)} ${unit} ${small} ${smaller}` : `${number(large)} ${unit}`;
}

/** speed tells how much is done a second, with as many digits as mean something. */
export function speed(perSecond: number): string {
  return t('perSecond', { n: number(perSecond, perSecond < 10 ? 2 : perSecond < 100 ? 1 : 0) });
}

// Ties are rounded to even, as reports and files do: a number is the same everywhere.
function rounded(n: number, digits: number, how: Intl.NumberFormatOptions): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, roundingMode: 'halfEven', ...how };
  return new Intl.NumberFormat(settings.language, options as Intl.NumberFormatOptions).format(n);
}

/** percent writes a share; digits are those behind the point. */
export function percent(share: number, digits = 1): string {
  return rounded(100 * share, digits, { style: 'unit', unit: 'percent' });
}

/** signed writes a number with its sign; a minus is one. */
export function signed(n: number, digits = 0): string {
  return rounded(n, digits, { signDisplay: 'exceptZero' }).replace('-', '−');
}

/** when writes a moment; that of today without its day. */
export function when(time: string | undefined): string {
  if (!time) return '';
  const date = new Date(time);
  const today = new Date().toDateString() === date.toDateString();
  return new Intl.DateTimeFormat(settings.language, today ? { timeStyle: 'short' } : { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
