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
export type PlayedGame = Schemas['PlayedGame'];
export type PlayedSeat = Schemas['PlayedSeat'];
export type PlayedMove = Schemas['PlayedMove'];
export type SavedGame = Schemas['SavedGame'];
export type Analysis = Schemas['Analysis'];
