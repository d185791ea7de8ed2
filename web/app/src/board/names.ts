import type { Board } from '../types';
import { colourOf, lettersOf, shapeOf } from './pieces';
import { t } from './words';

/** placeName is what a cell is called. */
export function placeName(board: Board, cell: number): string {
  const column = cell % board.columns!;
  const row = Math.floor(cell / board.columns!);
  const names = { column: board.column_labels?.[column] ?? String(column + 1), row: board.row_labels?.[row] ?? String(board.rows! - row) };
  return /^\d/.test(names.column) ? t('pair', names) : t('cell', names);
}

/** cellNames are all cells and what stands on them. */
export function cellNames(board: Board): string[] {
  const letters = lettersOf(board);
  return board.cells!.map((piece, cell) => {
    if (!piece.glyph) return `${placeName(board, cell)}: ${t('empty')}`;
    const colour = t(colourOf(board, piece) as 'black');
    const shape = shapeOf(piece);
    let what: string;
    if (shape === 'ship' || shape === 'hit' || shape === 'sunk' || shape === 'miss') what = t(shape);
    else if (shape === 'tile') what = piece.glyph;
    else if (shape === 'token') what = t('lettered', { colour, letter: letters(piece) || t('disc') });
    else what = t('piece', { colour, shape: t(shape) });
    return `${placeName(board, cell)}: ${what.trim()}${piece.won ? ', ' + t('won') : ''}`;
  });
}
