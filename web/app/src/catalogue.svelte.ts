import { answer, server } from './server';
import { settings, type Language } from './settings.svelte';
import type { Catalogue, CatalogueGame } from './types';

// What can be played and who can play it. What comes with gambito is asked for once in
// each language; rulesheets that people write here may change at any time.

const asked = new Map<Language, Promise<Catalogue>>();
const described = new Map<string, Promise<CatalogueGame | undefined>>();
const own = new WeakSet<CatalogueGame>();

/** catalogue is the list of games and agents in the language chosen, games of the
 * rulesheets kept here among them. */
export async function catalogue(): Promise<Catalogue> {
  const language = settings.language;
  let promise = asked.get(language);
  if (!promise) {
    promise = answer(server.GET('/api/catalogue'));
    promise.catch(() => asked.delete(language));
    asked.set(language, promise);
  }
  const [list, sheets] = await Promise.all([promise, answer(server.GET('/api/rulesheets')).catch(() => [])]);
  const kept = await Promise.all(
    sheets.filter((s) => !s.comes).map((s) => {
      const key = `${language} ${s.name} ${s.changed}`;
      if (!described.has(key)) described.set(key, describe(list, `gdl:${s.name}`, s.title, s.about));
      return described.get(key)!;
    }),
  );
  const games = kept.filter((g) => g !== undefined);
  return games.length ? { ...list, games: [...list.games, ...games] } : list;
}

// describe tells of a game that comes from elsewhere what the catalogue tells of
// others; nothing if its rules cannot be played.
async function describe(list: Catalogue, id: string, title = '', about = ''): Promise<CatalogueGame | undefined> {
  const like = list.games.find((g) => g.sheet);
  if (!like) return undefined;
  try {
    const start = await answer(server.POST('/api/position', { body: { game: id } }));
    const game = {
      ...like, id, name: title || start.name, about, players: start.roles, options: [], evaluations: [], capabilities: [],
      simultaneous: start.turn === 'together', chance: start.turn === 'chance', solvable: false, unit: undefined,
    };
    own.add(game);
    return game;
  } catch {
    return undefined;
  }
}

/** anew forgets what was told, because there are other games now. */
export function anew() {
  asked.clear();
  described.clear();
}

/** isOwn tells whether the rules of a game were written here. */
export function isOwn(game: CatalogueGame): boolean {
  return own.has(game);
}

/** gameOf finds the game that a spec names. */
export function gameOf(list: Catalogue, spec: string): CatalogueGame | undefined {
  const fits = list.games.filter((g) => spec === g.id || spec.startsWith(g.id + ':'));
  return fits.sort((a, b) => b.id.length - a.id.length)[0];
}
