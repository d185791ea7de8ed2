import { answer, server } from '../server';
import type { Board, Move } from '../types';

interface Place {
  game: string;
  position: string;
  moves: string;
}

/** Parts is a move that is made in parts, such as the men of a turn one by one. */
export class Parts {
  made = $state.raw<string[]>([]);
  board = $state.raw<Board>();
  next = $state.raw<Move[]>([]);

  clear() {
    this.made = [];
    this.board = undefined;
    this.next = [];
  }

  /** take makes a part, or takes the last one back if it is none; the whole move is
   * returned once there is one. */
  async take(place: Place, part?: string): Promise<string | undefined> {
    const made = part === undefined ? this.made.slice(0, -1) : [...this.made, part];
    if (!made.length) {
      this.clear();
      return undefined;
    }
    const step = await answer(server.POST('/api/position/step', { body: { ...place, parts: made } }));
    if (step.move && !step.next.length) {
      this.clear();
      return step.move;
    }
    this.made = made;
    this.board = step.board;
    this.next = step.next;
    return undefined;
  }
}
