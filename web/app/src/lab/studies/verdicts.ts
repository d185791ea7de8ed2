import { settings } from '../../settings.svelte';
import { signed } from '../numbers';
import type { Counts, Finding, Outcome, StudyEntry } from './types';
import { t } from './words';

// How verdicts and the values they are about are written. Every verdict has a sign beside
// its colour.

export type Tone = 'agrees' | 'doubt' | 'differs' | 'few' | 'other' | 'none';
export const toneList: Tone[] = ['agrees', 'doubt', 'differs', 'few', 'other', 'none'];

const tones: Record<string, Tone> = { agrees: 'agrees', 'in doubt': 'doubt', differs: 'differs', 'too few games': 'few', 'not comparable': 'other', 'not measured': 'none' };
export const toneOf = (f: Finding): Tone => tones[f.verdict] ?? 'other';
export const signs: Record<Tone, string> = { agrees: '✓', doubt: '?', differs: '✗', few: '…', other: '–', none: '∅' };
export const verdictWord = (tone: Tone) => t(tone);

/** told writes counts of verdicts; those of which there are none are left out. */
export function told(c: Counts): string {
  const parts = [t('agree', { n: c.agrees })];
  if (c.in_doubt) parts.push(t('doubted', { n: c.in_doubt }));
  parts.push(t('differ', { n: c.differs }));
  if (c.too_few) parts.push(t('tooFew', { n: c.too_few }));
  if (c.not_comparable) parts.push(t('incomparable', { n: c.not_comparable }));
  if (c.not_measured) parts.push(t('unmeasured', { n: c.not_measured }));
  return parts.join(', ');
}

/** compared is how many could be compared with enough games. */
export const compared = (c: Counts) => c.agrees + c.in_doubt + c.differs;

/** agreement is the share that agrees of what could be compared, undefined if nothing could. */
export function agreement(c: Counts): number | undefined {
  const all = compared(c);
  return all ? c.agrees / all : undefined;
}

/** step is how far a square is from red to green: 0 all differ, 4 all agree; − if nothing
 * could be compared. */
export function step(c: Counts): number | undefined {
  const share = agreement(c);
  if (share === undefined) return undefined;
  if (share === 1) return 4;
  if (share === 0) return 0;
  return share < 0.5 ? 1 : share < 0.8 ? 2 : 3;
}

export const stepSigns = ['✗', '◔', '◑', '◕', '✓'];

/** value writes a number in its unit, which is told elsewhere. */
export function value(x: number | null, unit: string): string {
  if (x === null) return '';
  const style = unit === '%' ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : { maximumSignificantDigits: 4 };
  return new Intl.NumberFormat(settings.language, style).format(x).replace('-', '−');
}

/** difference is measured less published, written with its sign. */
export function difference(f: Finding): string {
  if (f.measured === null || f.published === null) return '';
  const d = f.measured - f.published;
  if (f.unit === '%') return signed(d, 1);
  const size = Math.max(Math.abs(f.measured), Math.abs(f.published));
  return signed(d, size >= 100 ? 1 : size >= 1 ? 2 : 4);
}

/** withUnit writes a number with its unit. */
export function withUnit(x: number | null, unit: string): string {
  if (x === null) return '';
  return unit === '%' || unit === '×' || unit === '% points' || unit === '% of minimax' ? `${value(x, unit)} ${unit}` : value(x, unit);
}

/** label names an outcome. */
export function label(o: Outcome): string {
  const parts = [o.shipped ? t('shippedAt', { scale: t(o.scale) }) : t(o.scale)];
  if (o.seed !== '1') parts.push(t('withSeed', { seed: o.seed }));
  if (o.from_gdl) parts.push(t('byRulesheets'));
  return parts.join(', ');
}

/** best is the outcome of the largest scale, the newest of these; what comes with gambito
 * if it is of a larger one. */
export function best(outcomes: Outcome[]): Outcome | undefined {
  const size = { smoke: 0, quick: 1, full: 2 };
  return outcomes.filter((o) => !o.from_gdl).reduce<Outcome | undefined>((a, b) => (a && size[a.scale] >= size[b.scale] ? a : b), undefined);
}

/** taskNames are those of the queue for a study: its name, scale and seed. */
export function isTaskOf(study: StudyEntry, name: string): { scale: string; seed: string; gdl: boolean } | undefined {
  const prefix = study.id.replaceAll('/', '-') + '-';
  if (!name.startsWith(prefix)) return undefined;
  const found = /^(smoke|quick|full)(-gdl)?(?:-seed(\d+))?$/.exec(name.slice(prefix.length));
  return found ? { scale: found[1], gdl: !!found[2], seed: found[3] ?? '1' } : undefined;
}

/** anchor is the place of a table on a study's page. */
export const anchor = (table: string) => `table-${table.replace(/[^\w.-]+/g, '-')}`;
