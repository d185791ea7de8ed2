import type { components } from '../api';

type Schemas = components['schemas'];

export type Lesson = Schemas['Lesson'];
export type LessonNode = Schemas['LessonNode'];
export type LessonState = Schemas['LessonState'];
export type LessonStep = Schemas['LessonStep'];
export type Explained = Schemas['Explained'];
export type ExplainRequest = Schemas['ExplainRequest'];
