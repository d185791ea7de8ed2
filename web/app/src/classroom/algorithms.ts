// The searches that the classroom shows. Their names are those of the API.

export const family = ['minimax', 'negamax', 'alphabeta', 'scout', 'pvs', 'negascout', 'mtdf', 'bns', 'bstar'] as const;
export const chances = ['expectiminimax:pruning=none', 'expectiminimax:pruning=star1', 'expectiminimax:pruning=star2'] as const;
export const monte = 'mcts';

export type Name = (typeof family)[number] | (typeof chances)[number] | typeof monte;

/** titles are the same in every language. */
export const titles: Record<Name, string> = {
  minimax: 'Minimax',
  negamax: 'Negamax',
  alphabeta: 'Alpha-beta',
  scout: 'SCOUT',
  pvs: 'PVS',
  negascout: 'NegaScout',
  mtdf: 'MTD(f)',
  bns: 'Best Node Search',
  bstar: 'B*',
  'expectiminimax:pruning=none': 'Expectiminimax',
  'expectiminimax:pruning=star1': 'Star1',
  'expectiminimax:pruning=star2': 'Star2',
  mcts: 'MCTS',
};

/** isMonte tells a Monte Carlo tree search by its spec. */
export const isMonte = (spec: string) => /^(mcts|uct|ucb1|thesis|ggp)(:|$)/.test(spec);

/** Kind is what decides which searches can walk a tree: the values of all its leaves are
 * known, chance has a part in it, or of some leaves there are only bounds. */
export type Kind = 'values' | 'chance' | 'bounds';

/** fits tells whether a search can walk a tree of a kind. */
export function fits(spec: string, kind: Kind): boolean {
  if (kind === 'bounds') return spec === 'bstar';
  return kind === 'values' || isMonte(spec) || spec.startsWith('expectiminimax');
}

/** likely is the search that is shown where none that fits is asked for. */
export const likely: Record<Kind, Name> = { values: 'alphabeta', chance: chances[2], bounds: 'bstar' };

/** kindOf is the kind of a tree by what the server says can walk it. */
export function kindOf(fitting: string[]): Kind {
  if (fitting.every((spec) => spec === 'bstar')) return 'bounds';
  return fitting.includes('minimax') ? 'values' : 'chance';
}

/** title is what people call a search. */
export function title(spec: string): string {
  if (spec in titles) return titles[spec as Name];
  const policy = optionOf(spec, 'policy');
  return isMonte(spec) ? `${titles.mcts} ${policy || 'ucb'}` : spec;
}

/** optionOf is the value of an option of a spec; empty if it is not given. */
export function optionOf(spec: string, name: string): string {
  const options = spec.slice(spec.indexOf(':') + 1);
  if (!spec.includes(':')) return '';
  return options.split(',').find((o) => o.startsWith(name + '='))?.slice(name.length + 1) ?? '';
}

/** withOption is a spec with an option set, or without it if the value is empty. */
export function withOption(spec: string, name: string, value: string): string {
  const [search, ...rest] = spec.split(':');
  const options = rest.join(':').split(',').filter((o) => o && !o.startsWith(name + '='));
  if (value) options.push(`${name}=${value}`);
  return options.length ? `${search}:${options.join(',')}` : search;
}

/** samples are trees to begin with. */
export const samples = {
  textbook: '((3 17) (2 12) ((15) (25 0)) ((2 5) (3)))',
  deep: '(((3 5) (6 9 4)) ((1 2) (0 7)) ((8 2) (5 6)))',
  ordered: '((12 14 15) (3 10 11) (2 8 9))',
  reversed: '((9 8 2) (11 10 3) (15 14 12))',
  minFirst: 'min((0.5 2.25) (1 -3) (4 (2 6)))',
  dice: '([0.5:3 0.5:(4 7)] [1/3:(2 9) 2/3:(0 5)] [(1 9) (-6 3)])',
  bounds: '([2..9](3 8) [0..6]((1 2) 4) [1..7](5 2) [0..2])',
} as const;
