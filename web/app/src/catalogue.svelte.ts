import { answer, server } from './server';
import { settings, type Language } from './settings.svelte';
import type { Catalogue, CatalogueGame } from './types';

// What can be played and who can play it, asked for once in each language.

const asked = new Map<Language, Promise<Catalogue>>();

/** catalogue is the list of games and agents in the language chosen. */
export function catalogue(): Promise<Catalogue> {
  const language = settings.language;
  let promise = asked.get(language);
  if (!promise) {
    promise = answer(server.GET('/api/catalogue'));
    promise.catch(() => asked.delete(language));
    asked.set(language, promise);
  }
  return promise;
}

/** anew forgets the catalogue, because there are other games now. */
export function anew() {
  asked.clear();
}

/** ownGames are the specs of the games whose rules were written here. */
export async function ownGames(): Promise<Set<string>> {
  const sheets = await answer(server.GET('/api/rulesheets'));
  return new Set(sheets.filter((s) => !s.comes).map((s) => `gdl:${s.name}`));
}

/** listed is a game's name in a list. Rulesheets that come along may be called as another
 * game is; those that were written here have their name in it already. */
export function listed(g: CatalogueGame): string {
  return g.sheet && !g.name.endsWith(`(${g.id.slice('gdl:'.length)})`) ? `${g.name} (${g.id})` : g.name;
}

/** gameOf finds the game that a spec names. */
export function gameOf(list: Catalogue, spec: string): CatalogueGame | undefined {
  const fits = list.games.filter((g) => spec === g.id || spec.startsWith(g.id + ':'));
  return fits.sort((a, b) => b.id.length - a.id.length)[0];
}
