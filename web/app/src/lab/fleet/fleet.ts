import type { components } from '../../api';
import { number } from '../../words';
import { duration } from '../numbers';
import { t } from './words';

// What the page tells of a fleet.

type Schemas = components['schemas'];
export type FleetView = Schemas['FleetView'];
export type Status = Schemas['Status'];
export type Worker = Schemas['WorkerStatus'];
export type Job = Schemas['JobStatus'];

const kinds: Record<string, 'games' | 'selfplay' | 'match' | 'fitness' | 'accuracy' | 'bandit'> = {
  games: 'games',
  'zero-games': 'selfplay',
  'value-games': 'selfplay',
  'td-games': 'selfplay',
  'zero-match': 'match',
  'td-duels': 'match',
  fitness: 'fitness',
  agreement: 'fitness',
  accuracy: 'accuracy',
  bandit: 'bandit',
};

/** kindOf says what sort of work a job is. */
export const kindOf = (job: Job) => (job.kind in kinds ? t(kinds[job.kind]!) : job.kind);

/** ago says how long something was before a moment; clocks may be a little apart. */
export function ago(time: string, at: string): string {
  const seconds = (Date.parse(at) - Date.parse(time)) / 1000;
  return seconds < 5 ? t('now') : t('ago', { time: duration(seconds) });
}

/** bytes writes a size as people do. */
export function bytes(n: number): string {
  for (const [unit, size] of [['GB', 1e9], ['MB', 1e6], ['kB', 1e3]] as const) {
    if (n >= size) return `${number(n / size, 1)} ${unit}`;
  }
  return `${number(n)} B`;
}

/** brief is a version as a table has room for it: of one between two releases the commit. */
export const brief = (version: string) => /-\d{14}-([0-9a-f]{12})/.exec(version)?.[1] ?? version;

/** able are the machines that get work. */
export const able = (list: Worker[]) => list.filter((w) => !w.banned && !w.other && !w.silent);
