import type { components } from '../api';

type Schemas = components['schemas'];

export type Live = Schemas['LiveAnalysis'];
export type AnalysedMove = Schemas['AnalysedMove'];
export type TreeNode = Schemas['TreeNode'];
export type Table = Schemas['BackgammonAnalysis'];
export type Setup = Schemas['Setup'];
export type Line = Schemas['Line'];
export type Outcome = Schemas['Outcome'];
export type Presets = Schemas['Presets'];

/** What is said of a position and of a move alike. */
export type Worth = Pick<AnalysedMove, 'value' | 'bound' | 'proven' | 'plies' | 'unit' | 'count' | 'chances' | 'words'>;
