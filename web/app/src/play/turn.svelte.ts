import { answer, server } from '../server';
import type { Board, Move, PlayedGame } from '../types';

/** Turn is the move that a person is about to make: at once, or part by part, such as
 * the men of a turn at backgammon. */
export class Turn {
  /** The parts made so far. */
  made = $state.raw<string[]>([]);
  /** The whole move, once the parts are one. */
  whole = $state<string>();

  #step = $state.raw<{ board: Board; next: Move[] }>();
  #game: () => PlayedGame | undefined;

  constructor(game: () => PlayedGame | undefined) {
    this.#game = game;
    $effect(() => {
      void this.#where;
      this.clear();
    });
  }

  // Parts belong to one position.
  #where = $derived.by(() => {
    const game = this.#game();
    return game && `${game.id} ${game.position.ply} ${game.position.moves}`;
  });

  /** The board with the parts made; none where none are. */
  board = $derived.by(() => this.#step?.board);

  /** What can be done next by a person who is to move. */
  legal = $derived.by((): Move[] => {
    const game = this.#game();
    if (!game || game.over) return [];
    const { turn, seat, legal, parts } = game.position;
    if ((turn !== 'player' && turn !== 'together') || !game.seats[seat]?.person) return [];
    if (this.#step) return this.#step.next;
    return parts?.length ? parts : legal;
  });

  /** take takes a move, or a part of one; what it returns is a whole move to be made. */
  async take(text: string): Promise<string | undefined> {
    const game = this.#game()!;
    if (!game.position.parts?.length) return text;
    await this.#go([...this.made, text]);
    return undefined;
  }

  async #go(parts: string[]) {
    const { game, start, moves } = this.#game()!.position;
    const where = this.#where;
    const step = await answer(server.POST('/api/position/step', { body: { game, position: start, moves, parts } }));
    if (where !== this.#where) return;
    this.made = parts;
    this.#step = step;
    this.whole = step.move;
  }

  /** back takes the last part back. */
  async back() {
    if (this.made.length <= 1) this.clear();
    else await this.#go(this.made.slice(0, -1));
  }

  clear() {
    this.made = [];
    this.#step = undefined;
    this.whole = undefined;
  }
}
