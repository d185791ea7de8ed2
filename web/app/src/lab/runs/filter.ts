import type { Filter } from './Filters.svelte';

/** filterOf reads which games are meant from an address. */
export function filterOf(query: URLSearchParams): Filter {
  const part = (name: string) => query.get(name) ?? '';
  return {
    game: part('game'), round: part('round'), agent: part('agent'), opponent: part('opponent'), side: part('side'),
    opening: part('opening'), result: part('result'), reason: part('reason'),
  };
}

/** queryOf is what the server is asked for. */
export function queryOf(filter: Filter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}
