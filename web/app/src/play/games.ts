import type { paths } from '../api';
import { answer, inLanguage, server } from '../server';
import type { PlayedGame } from '../types';

// What can be asked of a game.

export type Action = 'moves' | 'undo' | 'resign' | 'rematch' | 'now' | 'dice' | 'arrange' | 'seats' | 'pace';

type Content<T> = T extends { content: { 'application/json': infer B } } ? B : undefined;
type Posted<P> = P extends keyof paths ? (paths[P] extends { post: { requestBody: infer R } } ? Content<R> : undefined) : object;

/** What is sent with an action; nothing with some. */
export type Sent<A extends Action> = Posted<`/api/games/{id}/${A}`>;

/** Act is how components ask for an action; whether it was done is what it returns. */
export type Act = <A extends Action>(action: A, ...sent: Sent<A> extends undefined ? [] : [Sent<A>]) => Promise<boolean>;

/** eyes says through whose eyes a game with secrets is to be told. */
export const eyes = (as?: number) => (as === undefined ? {} : { as: String(as) });

export function act<A extends Action>(id: string, action: A, sent: Sent<A>, as?: number): Promise<PlayedGame> {
  // All actions answer alike, so one path stands for all of them.
  const path = `/api/games/{id}/${action}` as '/api/games/{id}/moves';
  return answer(server.POST(path, { params: { path: { id }, query: eyes(as) }, body: sent as Sent<'moves'> }));
}

export const create = (body: Content<paths['/api/games']['post']['requestBody']>) => answer(server.POST('/api/games', { body }));
export const list = () => answer(server.GET('/api/games'));
export const at = (id: string, ply: number, as?: number) => answer(server.GET('/api/games/{id}/at/{ply}', { params: { path: { id, ply }, query: eyes(as) } }));
export const hint = (id: string, as?: number) => answer(server.GET('/api/games/{id}/hint', { params: { path: { id }, query: eyes(as) } }));
export const file = (id: string, format: string) => inLanguage(`/api/games/${encodeURIComponent(id)}/file?format=${encodeURIComponent(format)}`);
