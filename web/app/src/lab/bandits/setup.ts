import type { components } from '../../api';

type Schemas = components['schemas'];
export type Bandits = Schemas['Bandits'];
export type BanditPolicy = Schemas['BanditPolicy'];
export type BanditRegret = Schemas['BanditRegret'];
export type BanditAlpha = Schemas['BanditAlpha'];
export type BanditMachine = Schemas['BanditMachine'];
export type BanditPull = Schemas['BanditPull'];
export type BanditState = Schemas['BanditState'];

/** Setup is a problem as the form has it: texts, of which an empty one means the usual. */
export interface Setup {
  problem: string;
  arms: string;
  law: string;
}

/** The usual policies of gambito bandit regret. */
export const usualPolicies = 'ucb;ucb-tuned;ucb-alpha1;ucb-alpha2;moss;thompson';

/** setupOf reads the problem that an address names. */
export function setupOf(query: URLSearchParams): Setup {
  return { problem: query.get('problem') || 'uniform', arms: query.get('arms') || '', law: query.get('law') || 'bernoulli' };
}

/** asked is the problem as a route takes it: the number of arms is that of drawn ones. */
export function asked(s: Setup): Record<string, string> {
  return { problem: s.problem, arms: s.problem === 'uniform' ? s.arms : '', law: s.law };
}

/** digits writes a number with as many digits as it needs to be told from others. */
export function digits(x: number): number {
  const size = Math.abs(x);
  return size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
}
