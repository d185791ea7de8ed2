import type { Board, Cell } from '../types';

/** How a piece is drawn; the character that stands for it says so. */
export type Shape = 'disc' | 'cross' | 'ring' | 'pawn' | 'knight' | 'wall' | 'trail' | 'head' | 'star' | 'ship' | 'hit' | 'sunk' | 'miss' | 'token' | 'tile';

const shapes: Record<string, Shape> = { '●': 'disc', '✕': 'cross', '◯': 'ring', '♟': 'pawn', '♞': 'knight', '▓': 'wall', '◆': 'head', '✶': 'star', '■': 'ship', '✸': 'hit', '▩': 'sunk', '∘': 'miss' };

export function shapeOf(cell: Cell): Shape {
  const shape = shapes[cell.glyph!] ?? (cell.owner === undefined ? 'tile' : 'token');
  return (shape === 'wall' || shape === 'tile') && cell.trail !== undefined ? 'trail' : shape;
}

/** colourOf is the colour of a piece, by whose it is or was. */
export function colourOf(board: Board, cell: Cell): string {
  const seat = cell.owner ?? cell.trail;
  return (seat !== undefined && board.colours?.[seat]) || 'nobody';
}

/** lettersOf tells what is written on a piece: its character, unless all pieces of its
 * owner have that one and it only says their colour. */
export function lettersOf(board: Board): (piece: Cell) => string {
  const kinds = new Map<number | undefined, Set<string>>();
  for (const c of board.cells ?? []) {
    if (c.glyph) kinds.set(c.owner, (kinds.get(c.owner) ?? new Set()).add(c.glyph));
  }
  return (piece) => {
    const plain = kinds.get(piece.owner)?.size === 1 && piece.glyph!.toLowerCase() === colourOf(board, piece)[0];
    return plain ? '' : piece.glyph!;
  };
}

/** How a board of cells looks. */
export type Style = 'rack' | 'lines' | 'checkers' | 'felt' | 'paper' | 'sea';

/** styleOf chooses by the surface and by what stands on it: discs on wood stand where
 * lines cross, other pieces on squares in two shades; what falls into columns that
 * alone have names falls into a rack, and what is blue otherwise is a sea. */
export function styleOf(board: Board): Style {
  const discs = (board.cells ?? []).every((c) => !c.glyph || c.glyph === '●');
  switch (board.surface) {
    case 'blue':
      return board.row_labels ? 'sea' : 'rack';
    case 'wood':
      return discs ? 'lines' : 'checkers';
    case 'green':
      return discs ? 'felt' : 'checkers';
  }
  return 'paper';
}

/** A piece on the board, and how it has come there. */
export interface Placed {
  key: string;
  cell: number;
  piece: Cell;
  came?: 'moved' | 'placed' | 'fallen' | 'turned';
  from?: number;
  /** The colour it had before it was turned. */
  was?: string;
}

/** place lists the pieces of a board and, seen from the board before, what has changed.
 * Where too much has, nothing moves: somebody looks at another position. */
export function place(board: Board, before: Board | undefined): Placed[] {
  const cells = board.cells ?? [];
  const list: Placed[] = [];
  cells.forEach((piece, cell) => {
    if (piece.glyph) list.push({ key: `${cell} ${piece.glyph} ${piece.owner ?? piece.trail ?? ''}`, cell, piece });
  });
  const old = before?.cells;
  if (!old || old.length !== cells.length || before.columns !== board.columns) return list;

  const same = (a: Cell, b: Cell) => a.glyph === b.glyph && a.owner === b.owner;
  const left = old.flatMap((c, i) => (c.glyph && !same(c, cells[i]) ? [i] : []));
  const news = list.filter((p) => !same(old[p.cell], p.piece));
  const turned = news.filter((p) => old[p.cell].glyph === p.piece.glyph && old[p.cell].owner !== undefined);
  if (news.length - turned.length > 3 || turned.length > 24) return list;
  const falls = styleOf(board) === 'rack';
  for (const p of news) {
    const from = left.find((i) => same(old[i], p.piece));
    if (turned.includes(p) && turned.length < news.length) {
      p.came = 'turned';
      p.was = colourOf(board, old[p.cell]);
    } else if (from !== undefined) {
      p.came = 'moved';
      p.from = from;
    } else {
      p.came = falls ? 'fallen' : 'placed';
    }
  }
  return list;
}
