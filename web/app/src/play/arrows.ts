import { arrowsOfMen } from '../board/table';
import type { Arrow } from '../board/types';
import type { Position } from '../types';

/** arrowsOf shows a move on the board. */
export function arrowsOf(move: string, position: Position): Arrow[] {
  if (position.board.kind === 'backgammon') return arrowsOfMen(move, position.seat);
  const touch = position.legal.find((m) => m.text === move)?.touch;
  if (!touch?.length) return [];
  return [{ from: touch[0], to: touch.at(-1)!, tone: 'best' }];
}
