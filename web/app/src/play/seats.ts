/** Who sits at a seat: a person at this page, a level of the game, or any agent. */
export interface Seat {
  kind: 'person' | 'level' | 'agent';
  level: number;
  spec: string;
}

export function seatSpec(seat: Seat): string | undefined {
  if (seat.kind === 'person') return undefined;
  return seat.kind === 'level' ? `level:${seat.level}` : seat.spec;
}
