import { settings } from '../settings.svelte';
import { t } from './words';

/** won is the value of a game that is won. */
const won = 1_000_000;

/** value writes what a position is worth; of games, wins and losses have a word. */
export function value(v: number | undefined, game = false, digits = 3): string {
  if (v === undefined) return '?';
  if (game && Math.abs(v) === won) return v > 0 ? t('win') : t('loss');
  const text = String(Number(v.toFixed(digits))).replace('-', '−');
  return settings.language === 'es' ? text.replace('.', ',') : text;
}

/** end writes the end of a window; without one it is infinite. */
export function end(v: number | undefined, infinite: '−∞' | '+∞', game = false): string {
  return v === undefined ? infinite : value(v, game);
}
