import type { components } from '../../api';

type Schemas = components['schemas'];

export type Matrix = Schemas['Matrix'];
export type MatrixSection = Schemas['MatrixSection'];
export type MatrixLesson = Schemas['MatrixLesson'];
export type MatrixPhase = Schemas['MatrixPhase'];
export type MatrixPicture = Schemas['MatrixPicture'];
export type MatrixExample = Schemas['MatrixExample'];
