import type { PlayedSeat } from '../types';

/** Who sits at a seat: a person at this page, a level of the game, or any agent. */
export interface Seat {
  kind: 'person' | 'level' | 'agent';
  level: number;
  spec: string;
}

/** seatInput is what the server is told of a seat. */
export function seatInput(seat: Seat): { person: boolean } | { spec: string } {
  if (seat.kind === 'person') return { person: true };
  return { spec: seat.kind === 'level' ? `level:${seat.level}` : seat.spec };
}

/** seatOf is who sits at a seat of a game. */
export function seatOf({ person, level, spec }: PlayedSeat): Seat {
  if (person) return { kind: 'person', level: 4, spec: 'mcts' };
  return level ? { kind: 'level', level, spec: 'mcts' } : { kind: 'agent', level: 4, spec };
}
