// What is shown on a board besides the position itself.

/** How good something is; it chooses a colour. */
export type Tone = 'best' | 'good' | 'fair' | 'bad' | 'plain';

/** A text upon a cell, such as the value of the move that is made there. */
export interface Mark {
  text: string;
  /** A second, smaller line. */
  under?: string;
  tone?: Tone;
  /** 0 to 1: how strongly the cell is tinted. */
  weight?: number;
  /** What a pointer that rests on the cell is told. */
  title?: string;
}

/** An arrow from a cell to another; from and to the same: a ring around it. */
export interface Arrow {
  from: number;
  to: number;
  tone?: Tone;
  /** 0 to 1: how thick. */
  weight?: number;
}
