import type { components } from '../../api';

type Schemas = components['schemas'];

export type Studies = Schemas['Studies'];
export type StudyEntry = Schemas['StudyEntry'];
export type StudyDetails = Schemas['StudyDetails'];
export type Outcome = Schemas['StudyOutcome'];
export type Square = Schemas['StudySquare'];
export type Counts = Schemas['VerdictCounts'];
export type Finding = Schemas['Finding'];
export type PublishedTable = Schemas['PublishedTable'];
export type PublishedPart = Schemas['PublishedPart'];
export type Scale = Outcome['scale'];
/** Which of the numbers a table shows. */
export type Show = 'both' | 'published' | 'measured' | 'difference';

export const scales: Scale[] = ['smoke', 'quick', 'full'];
