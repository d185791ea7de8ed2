import { link } from '../../router.svelte';

/** Ask is what the address of the page says: a game, as text or by name, and by which
 * method it is looked at; without one by all that fit. */
export interface Ask {
  game: string;
  method: string;
  rounds: number;
}

export const first = 'prisoners-dilemma';
export const usualRounds = 1000;

/** read reads the query of an address. */
export function read(query: URLSearchParams): Ask {
  return {
    game: query.get('game') || first,
    method: query.get('method') ?? '',
    rounds: Math.max(1, Math.min(10_000, Math.round(Number(query.get('rounds'))) || usualRounds)),
  };
}

/** address is where an ask is shown. */
export function address(ask: Ask): string {
  return link('/classroom/matrix', { game: ask.game, method: ask.method, rounds: ask.rounds === usualRounds ? '' : ask.rounds });
}

/** compact is a text in one line, for addresses: rows have semicolons between. */
export const compact = (text: string) => parts(text).join('; ');

/** spread is a text with a line for each row, for people. */
export const spread = (text: string) => parts(text).join('\n');

function parts(text: string): string[] {
  return text.split('\n').map((line) => line.replace(/#.*/, '')).join(';').split(';').map((part) => part.trim()).filter(Boolean);
}

/** Grid is a game of two that can be edited cell by cell. */
export interface Grid {
  name: string;
  players: { name: string; strategies: string[] }[];
  /** By row and column what each is paid, or what the first is paid by the second. */
  cells: string[][][];
  /** Numbers in a cell. */
  paid: 1 | 2;
}

/** most is how many rows or columns the grid grows to. */
export const most = 8;

const blank = '_'; // a number that is missing, which the server refuses with a sentence

/** gridOf reads a text as a grid, whatever its numbers are; nothing if it is none. */
export function gridOf(text: string): Grid | undefined {
  const grid: Grid = { name: '', players: [], cells: [], paid: 1 };
  for (const part of parts(text)) {
    const head = /^([^:]*):(.*)$/.exec(part);
    if (head) {
      const player = /^player\b(.*)$/.exec(head[1].trim());
      if (grid.cells.length) return;
      if (head[1].trim() === 'name') grid.name = head[2].trim();
      else if (player) grid.players.push({ name: player[1].trim(), strategies: head[2].split(',').map((s) => s.trim()) });
      else return;
      continue;
    }
    if (part.includes('|')) return;
    grid.cells.push(part.split(/\s+/).map((cell) => cell.split(',').map((n) => (n === blank ? '' : n))));
  }
  const [rows, columns] = [grid.cells.length, grid.cells[0]?.length ?? 0];
  if (!rows || !columns || rows > most || columns > most) return;
  const paid = grid.cells[0][0].length;
  if (paid > 2 || grid.cells.some((row) => row.length !== columns || row.some((cell) => cell.length !== paid))) return;
  grid.paid = paid as 1 | 2;
  if (!grid.players.length) grid.players = [rows, columns].map((n, p) => ({ name: 'AB'[p], strategies: Array.from({ length: n }, (_, i) => `${'AB'[p]}${i + 1}`) }));
  if (grid.players.length !== 2 || grid.players[0].strategies.length !== rows || grid.players[1].strategies.length !== columns) return;
  return grid;
}

/** textOf writes a grid as text. */
export function textOf(grid: Grid): string {
  return [
    ...(grid.name ? [`name: ${grid.name}`] : []),
    ...grid.players.map((p) => `player ${p.name}: ${p.strategies.join(', ')}`),
    ...grid.cells.map((row) => row.map((cell) => cell.map((n) => n || blank).join(',')).join(' ')),
  ].join('; ');
}

/** plainName is a name without the signs that mean something in a text. */
export const plainName = (text: string) => text.replace(/[,;|#:\n]/g, ' ').replace(/\s+/g, ' ').trim();

/** plainNumber likewise; people write decimals and minus signs in several ways. */
export const plainNumber = (text: string) => text.replace(',', '.').replace('−', '-').replace(/[\s;|#:,]/g, '');

/** isNumber says whether the server takes it for one. */
export const isNumber = (text: string) => /^[+-]?(\d+(\.\d*)?|\.\d+|\d+\/0*[1-9]\d*)$/.test(text);

/** grow adds a strategy to a player, or takes its last one away. */
export function grow(grid: Grid, player: number, by: 1 | -1): Grid {
  const next = structuredClone(grid);
  const cell = () => Array.from({ length: grid.paid }, () => '0');
  const { name, strategies } = next.players[player];
  if (by > 0) strategies.push(`${/^\p{L}$/u.test(name) ? name : 'AB'[player]}${strategies.length + 1}`);
  else strategies.pop();
  if (player === 0) {
    if (by > 0) next.cells.push(next.cells[0].map(cell));
    else next.cells.pop();
  } else {
    for (const row of next.cells) {
      if (by > 0) row.push(cell());
      else row.pop();
    }
  }
  return next;
}

/** paying has one number a cell, what the second pays the first, or one for each. */
export function paying(grid: Grid, paid: 1 | 2): Grid {
  const negative = (n: string) => (n.startsWith('-') ? n.slice(1) : n === '0' || n === '' ? n : `-${n.replace(/^\+/, '')}`);
  return { ...grid, paid, cells: grid.cells.map((row) => row.map((cell) => (paid === 2 ? [cell[0], negative(cell[0])] : [cell[0]]))) };
}

/** shown writes a fraction as people read it; a long one is about a decimal. */
export function shown(fraction: string): string {
  if (fraction.length <= 16) return fraction.replace('-', '−');
  const [above, below = '1'] = fraction.split('/');
  const digits = Math.max(0, below.length - 15, above.length - 300);
  const value = Number(above.slice(0, above.length - digits) || 0) / Number(below.slice(0, below.length - digits) || 1);
  return `≈ ${value.toFixed(4)}`.replace('-', '−');
}
