import type { components } from '../../api';
import { answer, server } from '../../server';
import { number } from '../../words';
import { t } from './words';

// What the laboratory asks the server about runs.

type Schemas = components['schemas'];
export type RunLine = Schemas['RunLine'];

const at = (name: string) => ({ params: { path: { name } } });

export const stop = (name: string) => answer(server.POST('/api/runs/{name}/stop', at(name)));
export const goOn = (name: string) => answer(server.POST('/api/runs/{name}/go-on', at(name)));

/** goOnBy goes on with a run that the fleet plays, or this machine. */
export const goOnBy = (name: string, fleet: boolean) => answer(server.POST('/api/runs/{name}/go-on', { ...at(name), body: fleet ? { fleet } : { fleet, jobs: 0 } }));

/** forget deletes a run and all its games; the server wants the name twice. */
export const forget = (name: string) => answer(server.DELETE('/api/runs/{name}', { params: { path: { name }, query: { confirm: name } } }));

/** archiveOf is where a run can be downloaded as one file. */
export const archiveOf = (name: string) => `/api/runs/${encodeURIComponent(name)}/archive`;

/** pageOf is the page of a run. */
export const pageOf = (name: string) => `/lab/runs/${encodeURIComponent(name)}`;


// The parts of what is told of a run while it goes on.
export type RunEvent = Schemas['RunEvent'];
export type RunDetails = Schemas['RunDetails'];
export type Table = RunEvent['summary']['total'];
export type Meeting = Schemas['RunCell'];
export type Sequential = NonNullable<RunEvent['sequential']>;

/** filesName is what a file of a run is called, without ending. */
export const filesName = (run: string, name: string) => `${run}-${name}`;

export type GamesPage = Schemas['RunGames'];
export type RunGame = Schemas['RunGame'];

interface Key {
  name: string;
  game: number;
  pairing: number;
  number: number;
}

/** gameAt is a game with its moves. */
export const gameAt = (key: Key): Promise<RunGame> => answer(server.GET('/api/runs/{name}/games/{game}/{pairing}/{number}', { params: { path: key } }));

/** keepGame keeps a game among the saved ones, and tells its name there. */
export async function keepGame(key: Key): Promise<string> {
  return (await answer(server.POST('/api/runs/{name}/games/{game}/{pairing}/{number}/keep', { params: { path: key } }))).id;
}

/** resultOf writes the scores of both players, as people do. */
export function resultOf(result: number[]): string {
  if (result.every((r) => r === 0)) return '½–½';
  if (result.every((r) => Math.abs(r) <= 1)) return result.map((r) => (r > 0 ? '1' : r < 0 ? '0' : '½')).join('–');
  return result.map((r) => number(r)).join(' : ');
}

const reasons = { rules: 'byRules', resigned: 'resigned', illegal: 'illegal', error: 'error', time: 'timeUp', 'max-plies': 'tooLong' } as const;

/** reasonOf says why a game ended. */
export const reasonOf = (reason: string) => (reason in reasons ? t(reasons[reason as keyof typeof reasons]) : reason);

/** Several runs side by side. */
export type Comparison = Schemas['Exhibits'];
