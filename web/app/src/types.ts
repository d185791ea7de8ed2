import type { components } from './api';

// The names by which the page knows what the API sends.

type Schemas = components['schemas'];

export type Board = Schemas['Board'];
export type Cell = Schemas['Cell'];
export type Men = Schemas['Men'];
export type Cube = Schemas['Cube'];
export type Span = Schemas['Span'];
export type Move = Schemas['Move'];
export type Position = Schemas['Position'];
export type Catalogue = Schemas['Catalogue'];
export type CatalogueGame = Schemas['CatalogueGame'];
export type CatalogueAgent = Schemas['CatalogueAgent'];
export type Option = Schemas['Option'];

export interface PlayedGame {
  id: string; version: number; position: Position; seats: PlayedSeat[]; history: PlayedMove[]; over: boolean; reason: string;
  result?: number[]; ending?: string; can: PlayedCan; clock?: string; pace?: number; paused?: boolean; seed: number; notice?: string;
}
export interface PlayedSeat {
  role: string; person: boolean; spec: string; name?: string; level?: number; clock_left?: number; running?: boolean; thinking?: boolean; chosen?: boolean; legal?: Move[];
}
export interface PlayedMove { text: string; label: string; seat: number; cells?: number[]; }
export interface PlayedCan { undo: boolean; hint: boolean; now: boolean; dice: boolean; pause: boolean; resign?: number[]; rematch: boolean; files: string[]; }
export interface Analysis { move: string; words?: string; pv: string[]; }
export interface SavedGame { id: string; game: string; players: string[]; moves: number; result: number[] | null; reason: string; changed: string; }
