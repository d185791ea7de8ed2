import * as games from './games';
import { seatSpec, type Seat } from './seats';

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
  const seats = b.seats.map((seat) => {
    const spec = seatSpec(seat);
    return spec === undefined ? { person: true } : { spec };
  });
  const game = await games.create({ ...b, seats });
  return `/play/${encodeURIComponent(game.id)}`;
}
