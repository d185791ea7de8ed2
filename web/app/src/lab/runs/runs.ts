import type { components } from '../../api';
import { answer, server } from '../../server';

// What the laboratory asks the server about runs.

type Schemas = components['schemas'];
export type RunLine = Schemas['RunLine'];

const at = (name: string) => ({ params: { path: { name } } });

export const stop = (name: string) => answer(server.POST('/api/runs/{name}/stop', at(name)));
export const goOn = (name: string) => answer(server.POST('/api/runs/{name}/go-on', at(name)));

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
