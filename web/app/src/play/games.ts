import { inLanguage, Refusal, sentence } from '../server';
import type { Analysis, PlayedGame, Position, SavedGame } from '../types';

// What can be asked of a game.

export type Action = 'moves' | 'undo' | 'resign' | 'rematch' | 'now' | 'dice' | 'seats' | 'pace';

async function ask<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(inLanguage(path), { method, headers: body && { 'content-type': 'application/json' }, body: body && JSON.stringify(body) });
  const text = await response.text();
  const data = text ? JSON.parse(text) : undefined;
  if (!response.ok) throw new Refusal(sentence(data) ?? response.statusText, response.status);
  return data;
}

const address = (id: string, rest: string) => `/api/games/${encodeURIComponent(id)}/${rest}`;

export const create = (body: object) => ask<PlayedGame>('POST', '/api/games', body);
export const act = (id: string, action: Action, body: object) => ask<PlayedGame>('POST', address(id, action), body);
export const at = (id: string, ply: number) => ask<Position>('GET', address(id, `at/${ply}`));
export const hint = (id: string) => ask<Analysis>('GET', address(id, 'hint'));
export const file = (id: string, format: string) => `${address(id, 'file')}?format=${encodeURIComponent(format)}`;
export const list = () => ask<SavedGame[]>('GET', '/api/games');
