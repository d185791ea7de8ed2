import { arrowsOfMen } from '../board/table';
import type { Arrow, Mark } from '../board/types';
import type { Move, Position } from '../types';
import type { AnalysedMove, Live, Worth } from './types';
import { bestOf, compact, onCell, toneOf } from './worth';

const arrowsShown = 4;

/** Marks are what an analysis puts on the board. */
export interface Marks {
  marks: Record<number, Mark>;
  arrows: Arrow[];
}

/** marksOf writes the value of every move on the cell where it is made, with how often
 * it was tried; moves from one cell to another are arrows, the best ones. */
export function marksOf(position: Position, live: Live | undefined, other: Live | undefined, truth: Map<string, Worth> | undefined): Marks {
  const marks: Record<number, Mark> = {};
  const arrows: Arrow[] = [];
  const best = bestOf(live);
  if (!live || !best) return { marks, arrows };
  if (position.board.kind === 'backgammon') return { marks, arrows: arrowsOfMen(live.move, position.seat) };
  const legal = new Map(position.legal.map((m) => [m.text, m]));
  const most = Math.max(1, ...(live.moves ?? []).map((m) => m.visits ?? 0));
  // Arrows tell something only where moves begin at different cells.
  const pointed = new Set(position.legal.flatMap((m) => ((m.touch?.length ?? 0) > 1 ? [m.touch![0]] : []))).size > 1;
  for (const [i, move] of (live.moves ?? []).entries()) {
    const touch = legal.get(move.move)?.touch;
    if (!touch?.length || move.value == null) continue;
    const cell = touch.at(-1)!;
    if (touch.length > 1) {
      if (pointed && i < arrowsShown) arrows.push({ from: touch[0], to: cell, tone: i ? toneOf(move, best) : 'best', weight: i ? 0.15 : 0.5 });
      if (pointed && i >= arrowsShown * 2) continue;
    }
    if (marks[cell]) continue; // a better move ends here too
    marks[cell] = {
      text: onCell(move),
      under: under(move, other, truth),
      tone: toneOf(move, best),
      weight: move.visits ? (0.7 * move.visits) / most : 0,
      title: move.words,
    };
  }
  return { marks, arrows: arrows.reverse() };
}

// Below the value: what another agent says, else the truth, else the visits.
function under(move: AnalysedMove, other: Live | undefined, truth: Map<string, Worth> | undefined): string | undefined {
  const second = other?.moves?.find((m) => m.move === move.move);
  if (second?.value != null) return onCell(second);
  const exact = truth?.get(move.move);
  if (exact && !move.proven) return `= ${onCell(exact)}`;
  return move.visits ? compact(move.visits) : undefined;
}

/** labelsOf are the moves of a position as people read them. */
export function labelsOf(position: Position | undefined): Map<string, string> {
  return new Map((position?.legal ?? []).map((m: Move) => [m.text, m.label]));
}
