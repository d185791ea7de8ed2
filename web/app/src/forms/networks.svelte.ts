import { answer, server } from '../server';

// The networks that agents can name; asked for once, when a form needs them.

export interface Named {
  name: string;
  game: string;
}

let list = $state.raw<Named[]>([]);
let asked = false;

/** networksFor are the names of networks for a game. */
export function networksFor(game: string | undefined): string[] {
  if (!asked) {
    asked = true;
    answer(server.GET('/api/networks')).then((all) => (list = all.networks.filter((n) => !n.problem)), () => (asked = false));
  }
  return list.filter((n) => !game || n.game === game || n.game.startsWith(game + ':')).map((n) => n.name);
}
