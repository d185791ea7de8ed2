import * as games from './games';
import { seatInput, type Seat } from './seats';

export interface Beginning {
  game: string;
  position?: string;
  moves?: string;
  seats: Seat[];
  clock?: string;
  pace?: number;
  seed?: number;
}

/** begin starts a game and tells its address. */
export async function begin(b: Beginning): Promise<string> {
  const game = await games.create({ ...b, seats: b.seats.map(seatInput) });
  return `/play/${encodeURIComponent(game.id)}`;
}
