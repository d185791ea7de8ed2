import { listen, Refusal, sentence } from '../server';
import type { PlayedGame } from '../types';
import * as games from './games';
import { t } from './words';

/** LiveGame is a game as it goes on: what the server tells whenever something has
 * changed, and what can be done. */
export class LiveGame {
  state = $state.raw<PlayedGame>();
  /** Why there is no such game. */
  gone = $state('');
  /** What the server did not want, in one sentence. */
  wrong = $state('');
  /** Something was asked and is not answered yet. */
  busy = $state(false);

  /** Seat through whose eyes it is told, of a game with secrets that is told to several. */
  readonly as?: number;

  #id: string;
  #close: () => void;

  constructor(id: string, as?: number) {
    this.#id = id;
    this.as = as;
    this.#close = listen(
      `/api/games/${encodeURIComponent(id)}/events${as === undefined ? '' : `?as=${as}`}`,
      { game: (g: PlayedGame) => this.take(g) },
      { refused: (why) => (this.gone = why) },
    );
  }

  close() {
    this.#close();
  }

  /** take shows a state, unless a later one is shown already. */
  take(next: PlayedGame) {
    if (this.state && next.id === this.state.id && next.version < this.state.version) return;
    if (this.state && next.version > this.state.version) this.wrong = '';
    this.state = next;
    this.gone = '';
  }

  /** act asks for something; what comes back is the game after it. */
  act: games.Act = async (action, ...sent) => {
    this.busy = true;
    this.wrong = '';
    try {
      this.take(await games.act(this.#id, action, sent[0] as games.Sent<typeof action>, this.as));
      return true;
    } catch (error) {
      this.wrong = error instanceof Refusal && error.status === 412 ? t('faster') : (sentence(error) ?? String(error));
      return false;
    } finally {
      this.busy = false;
    }
  };
}
