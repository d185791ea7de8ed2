import { link } from '../router.svelte';
import { fits, likely, optionOf, samples, withOption, type Kind } from './algorithms';
import { numbered, parse } from './tree';
import type { ExplainRequest } from './types';

/** Ask is what is searched and by what, as the address of the page says it. */
export interface Ask {
  tree: string;
  random: string;
  game: string;
  position: string;
  moves: string;
  depth: number;
  min: boolean;
  order: boolean;
  table: boolean;
  seed: number;
  /** The searches. The second may be empty, and in an address the first, too: then it is
   * one that fits. */
  a: string;
  b: string;
}

export type Source = 'tree' | 'random' | 'game';

export const sourceOf = (ask: Ask): Source => (ask.game ? 'game' : ask.random ? 'random' : 'tree');

/** read reads the query of an address. */
export function read(query: URLSearchParams): Ask {
  const text = (name: string) => query.get(name) ?? '';
  const search = (name: string) => (text(name) === 'expectiminimax' ? likely.chance : text(name)); // its full name
  const ask: Ask = {
    tree: text('tree'), random: text('random'), game: text('game'), position: text('position'), moves: text('moves'),
    depth: Math.max(1, Math.min(20, Number(text('depth')) || 2)), min: query.has('min'), order: query.has('order'), table: query.has('table'),
    seed: Math.max(0, Number(text('seed')) || 1), a: search('a'), b: search('b'),
  };
  if (!ask.tree && !ask.random && !ask.game) ask.tree = samples.textbook;
  return ask;
}

/** address is where an ask is shown. */
export function address(ask: Ask, step: number): string {
  const source = sourceOf(ask);
  const game = source === 'game';
  return link('/classroom', {
    tree: source === 'tree' ? ask.tree : '', random: source === 'random' ? ask.random : '', game: ask.game,
    position: game ? ask.position : '', moves: game ? ask.moves : '', depth: game ? ask.depth : '',
    min: ask.min && source === 'tree', order: ask.order, table: ask.table, seed: ask.seed === 1 ? '' : ask.seed,
    a: ask.a, b: ask.b, step: step || '',
  });
}

/** request is an ask as the server takes it. */
export function request(ask: Ask): ExplainRequest {
  const source = sourceOf(ask);
  const common = { algorithms: [ask.a, ask.b].filter(Boolean), order: ask.order, table: ask.table, seed: ask.seed, depth: ask.depth };
  if (source === 'game') return { ...common, game: ask.game, position: ask.position, moves: ask.moves, boards: true };
  if (source === 'random') return { ...common, random: ask.random };
  return { ...common, tree: ask.tree, min: ask.min && !/^\s*min/i.test(ask.tree) };
}

/** place is what is searched, whatever searches it. */
export const place = (ask: Ask): string => JSON.stringify(sourceOf(ask) === 'game' ? [ask.game, ask.position, ask.moves] : [ask.tree, ask.random]);

/** guess is the kind of what an ask asks for, before the server has said it. Chance means
 * that the game is one of dice. */
export function guess(ask: Ask, chance: boolean): Kind {
  const source = sourceOf(ask);
  if (source === 'game') return chance ? 'chance' : 'values';
  if (source === 'random') return optionOf('random:' + ask.random, 'chance') === 'on' ? 'chance' : 'values';
  const tree = parse(ask.tree);
  const items = tree ? numbered(tree).map((n) => n.item) : [];
  if (items.some((i) => i.kind === 'leaf' && i.bounds)) return 'bounds';
  return items.some((i) => i.kind === 'chance') ? 'chance' : 'values';
}

/** fitting is an ask whose searches can walk what it asks for. */
export function fitting(ask: Ask, kind: Kind): Ask {
  const fit = (spec: string) => (fits(spec, kind) ? spec : likely[kind]);
  const a = fit(ask.a || likely[kind]);
  const b = ask.b && fit(ask.b);
  return { ...ask, a, b: b === a && ask.b !== ask.a ? '' : b };
}

/** randomWith is the options of a random tree with one set. */
export const randomWith = (options: string, name: string, value: string) => withOption('random:' + options, name, value).replace(/^random:?/, '');
export const randomOption = (options: string, name: string, otherwise: string) => optionOf('random:' + options, name) || otherwise;

/** small are games that make good trees, with a position to begin with. */
export const small: Record<string, Partial<Ask>> = {
  tictactoe: { position: 'XO./.X./..O', moves: '', depth: 2 },
  'connect4:4x4': { position: '', moves: '12', depth: 2 },
  connect4: { position: '', moves: '4433', depth: 2 },
  othello: { position: '', moves: 'f5', depth: 2 },
  'breakthrough:3x5': { position: '', moves: '', depth: 2 },
  'atari-go:3x3': { position: '', moves: '', depth: 1 },
  einstein: { position: '', moves: '3', depth: 1 },
};
