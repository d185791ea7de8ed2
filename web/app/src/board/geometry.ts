import type { Board } from '../types';

/** A point of the drawing; a cell is 100 wide. */
export interface Point {
  x: number;
  y: number;
}

/** Where the cells of a board are drawn. */
export interface Geometry {
  width: number;
  height: number;
  centre(cell: number): Point;
  /** The outline of a cell for <polygon>, a little smaller by inset. */
  outline(cell: number, inset?: number): string;
  /** The cell that a point is in. */
  at(p: Point): number | undefined;
  /** Where the name of a column or a row stands. */
  column(index: number): Point;
  row(index: number): Point;
  /** Where the name of a column stands above the board, if it is not above where it stands
   * below. */
  above?(index: number): Point;
  /** The cell beside another as it is seen, in steps to the right and down. */
  beside(cell: number, right: number, down: number): number | undefined;
}

export const unit = 100;

/** geometry lays a board of cells out, with a border around it. */
export function geometry(board: Board, flipped: boolean, border: Border): Geometry {
  return board.kind === 'hexagons' ? hexagons(board, flipped, border) : squares(board, flipped, border);
}

export type Border = { left: number; bottom: number; top: number; rim: number };

// seen gives column and row as they are drawn from those of a cell, and back.
function seen(columns: number, rows: number, flipped: boolean) {
  return (column: number, row: number) => (flipped ? [columns - 1 - column, rows - 1 - row] : [column, row]);
}

function squares(board: Board, flipped: boolean, { left, bottom, rim }: Border): Geometry {
  const columns = board.columns!;
  const rows = board.rows!;
  const turn = seen(columns, rows, flipped);
  const corner = (cell: number) => {
    const [c, r] = turn(cell % columns, Math.floor(cell / columns));
    return { x: left + c * unit, y: rim + r * unit };
  };
  const cellOf = (c: number, r: number) => {
    if (c < 0 || r < 0 || c >= columns || r >= rows) return undefined;
    const [column, row] = turn(c, r);
    return row * columns + column;
  };
  return {
    width: left + columns * unit + rim,
    height: rim + rows * unit + bottom,
    centre(cell) {
      const { x, y } = corner(cell);
      return { x: x + unit / 2, y: y + unit / 2 };
    },
    outline(cell, inset = 0) {
      const { x, y } = corner(cell);
      const [a, b] = [inset, unit - inset];
      return `${x + a},${y + a} ${x + b},${y + a} ${x + b},${y + b} ${x + a},${y + b}`;
    },
    at: ({ x, y }) => cellOf(Math.floor((x - left) / unit), Math.floor((y - rim) / unit)),
    column: (index) => ({ x: left + (turn(index, 0)[0] + 0.5) * unit, y: rim + rows * unit + bottom * 0.55 }),
    row: (index) => ({ x: left * 0.5, y: rim + (turn(0, index)[1] + 0.5) * unit }),
    beside(cell, right, down) {
      const [c, r] = turn(cell % columns, Math.floor(cell / columns));
      return cellOf(c + right, r + down);
    },
  };
}

// Hexagons stand on a corner; every row is half a cell to the right of the one below.
function hexagons(board: Board, flipped: boolean, { left, bottom, top, rim }: Border): Geometry {
  const columns = board.columns!;
  const rows = board.rows!;
  const turn = seen(columns, rows, flipped);
  const side = unit / Math.sqrt(3);
  const pitch = side * 1.5;
  const centreOf = (c: number, r: number) => ({
    x: left + (c + 0.5) * unit + ((rows - 1 - r) * unit) / 2,
    y: top + side + r * pitch,
  });
  const centre = (cell: number) => {
    const [c, r] = turn(cell % columns, Math.floor(cell / columns));
    return centreOf(c, r);
  };
  return {
    width: left + columns * unit + ((rows - 1) * unit) / 2 + rim,
    height: top + 2 * side + (rows - 1) * pitch + bottom,
    centre,
    outline(cell, inset = 0) {
      const { x, y } = centre(cell);
      const w = unit / 2 - inset;
      const h = (w * 2) / Math.sqrt(3);
      return [[0, -h], [w, -h / 2], [w, h / 2], [0, h], [-w, h / 2], [-w, -h / 2]]
        .map(([dx, dy]) => `${round(x + dx)},${round(y + dy)}`)
        .join(' ');
    },
    at(p) {
      let best: number | undefined;
      let least = (unit / 2) ** 2 * 1.2;
      for (let cell = 0; cell < columns * rows; cell++) {
        const c = centre(cell);
        const d = (c.x - p.x) ** 2 + (c.y - p.y) ** 2;
        if (d < least) [least, best] = [d, cell];
      }
      return best;
    },
    column(index) {
      const { x, y } = centreOf(turn(index, 0)[0], rows - 1);
      return { x, y: y + side + bottom * 0.5 };
    },
    above(index) {
      const { x, y } = centreOf(turn(index, 0)[0], 0);
      return { x, y: y - side - top * 0.5 };
    },
    row(index) {
      const { x, y } = centreOf(0, turn(0, index)[1]);
      return { x: x - unit / 2 - left * 0.5, y };
    },
    beside(cell, right, down) {
      const [c, r] = turn(cell % columns, Math.floor(cell / columns));
      if (c + right < 0 || c + right >= columns || r + down < 0 || r + down >= rows) return undefined;
      const [column, row] = turn(c + right, r + down);
      return row * columns + column;
    },
  };
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}
