import type { paths } from '../api';
import { answer, inLanguage, server } from '../server';
import type { PlayedGame } from '../types';

// What can be asked of a game.

export type Action = 'moves' | 'undo' | 'resign' | 'rematch' | 'now' | 'dice' | 'seats' | 'pace';

type Content<T> = T extends { content: { 'application/json': infer B } } ? B : undefined;
type Posted<P> = P extends keyof paths ? (paths[P] extends { post: { requestBody: infer R } } ? Content<R> : undefined) : object;

/** What is sent with an action; nothing with some. */
export type Sent<A extends Action> = Posted<`/api/games/{id}/${A}`>;

/** Act is how components ask for an action; whether it was done is what it returns. */
export type Act = <A extends Action>(action: A, ...sent: Sent<A> extends undefined ? [] : [Sent<A>]) => Promise<boolean>;

export function act<A extends Action>(id: string, action: A, sent: Sent<A>): Promise<PlayedGame> {
  // All actions answer alike, so one path stands for all of them.
  const path = `/api/games/{id}/${action}` as '/api/games/{id}/moves';
  return answer(server.POST(path, { params: { path: { id } }, body: sent as Sent<'moves'> }));
}

export const create = (body: Content<paths['/api/games']['post']['requestBody']>) => answer(server.POST('/api/games', { body }));
export const list = () => answer(server.GET('/api/games'));
export const at = (id: string, ply: number) => answer(server.GET('/api/games/{id}/at/{ply}', { params: { path: { id, ply } } }));
export const hint = (id: string) => answer(server.GET('/api/games/{id}/hint', { params: { path: { id } } }));
export const file = (id: string, format: string) => inLanguage(`/api/games/${encodeURIComponent(id)}/file?format=${encodeURIComponent(format)}`);
