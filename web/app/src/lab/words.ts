import { dictionary } from '../words';

/** What every page of the laboratory says. */
export const t = dictionary(
  {
    lab: 'Laboratory',
    areas: 'Parts of the laboratory',
    runs: 'Runs',
    new: 'New experiment',
    newOne: 'New',
    compare: 'Compare',
    studies: 'Studies',
    training: 'Training',
    networks: 'Networks',
    bandits: 'Bandits',
    evolution: 'Evolution',
  },
  {
    lab: 'Laboratorio',
    areas: 'Partes del laboratorio',
    runs: 'Experimentos',
    new: 'Nuevo experimento',
    newOne: 'Nuevo',
    compare: 'Comparar',
    studies: 'Estudios',
    training: 'Entrenamiento',
    networks: 'Redes',
    bandits: 'Bandidos',
    evolution: 'Evolución',
  },
);
