import type { components } from '../../api';

type Schemas = components['schemas'];
export type EvolutionInfo = Schemas['EvolutionInfo'];
export type EvolutionView = Schemas['EvolutionView'];
export type EvolutionOptions = Schemas['EvolutionOptions'];
export type EvolutionGene = Schemas['EvolutionGene'];
export type EvolutionResult = Omit<Schemas['EvolutionMeeting'], 'against'>;

/** freeName is a name that no evolution has. */
export function freeName(base: string, taken: string[]): string {
  for (let i = 1; ; i++) {
    const name = `${base}-${i}`;
    if (!taken.includes(name)) return name;
  }
}
