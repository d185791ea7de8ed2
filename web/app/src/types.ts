// The names by which the page knows what the API sends.

export interface Board {
  kind: 'cells' | 'hexagons' | 'backgammon' | 'text';
  columns?: number;
  rows?: number;
  column_labels?: string[];
  row_labels?: string[];
  surface?: string;
  colours?: string[];
  cells?: Cell[];
  men?: Men;
  lines?: Span[][];
  caption?: string;
}

export interface Cell {
  glyph?: string;
  owner?: number;
  trail?: number;
  won?: boolean;
}

export interface Men {
  points: number[];
  bar: number[];
  off: number[];
  pips: number[];
  side: number;
  dice?: number[];
  cube?: Cube;
}

export interface Cube {
  shows: number;
  owner?: number;
  offered?: boolean;
  length?: number;
  score?: number[];
}

export interface Span {
  text: string;
  ink?: string;
  surface?: string;
}

export interface Move {
  text: string;
  label: string;
  touch?: number[];
  column?: boolean;
}

export interface Position {
  game: string;
  name: string;
  position: string;
  moves: string;
  ply: number;
  turn: number;
  roles: string[];
  board: Board;
  legal: Move[];
  last?: number[];
  stepwise?: boolean;
  result?: { scores: number[]; words: string };
  narration?: string;
}
