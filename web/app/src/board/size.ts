import type { Board } from '../types';
import { geometry, type Border } from './geometry';
import { styleOf } from './pieces';
import { Table } from './table';

/** letters is how large the names of columns and rows are: about the same on the
 * screen, whatever the number of cells. */
export function letters(board: Board): number {
  return Math.min(1.6, Math.max(0.5, Math.max(board.columns ?? 0, board.rows ?? 0) / 8));
}

/** borderOf is the space around the cells of a board, where their names stand. */
export function borderOf(board: Board, mini: boolean): Border {
  const style = styleOf(board);
  const rim = mini ? 6 : style === 'paper' || style === 'sea' || board.kind === 'hexagons' ? 10 : 22;
  const room = 46 * letters(board);
  return {
    rim,
    left: !mini && board.row_labels ? room : rim,
    bottom: !mini && board.column_labels ? room : rim,
    top: !mini && board.column_labels && board.kind === 'hexagons' ? room : rim,
  };
}

/** ratioOf is the width of a board as it is drawn by its height, for what is to be as
 * wide as the board. */
export function ratioOf(board: Board): number {
  if (board.kind === 'text' || board.kind === 'table') return 4 / 3;
  if (board.kind === 'seas') return 2;
  const drawn = board.kind === 'backgammon' ? new Table(false, !!board.men?.cube?.shows) : geometry(board, false, borderOf(board, false));
  return drawn.width / drawn.height;
}
