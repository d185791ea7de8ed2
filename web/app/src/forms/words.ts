import { dictionary } from '../words';

export const t = dictionary(
  {
    default: 'default',
    defaultIs: 'default: {value}',
    on: 'on',
    off: 'off',
    more: 'More options ({n})',
    agent: 'Agent',
    spec: 'As text',
    level: 'Level {n}',
    levels: 'Level',
    levelHelp: '1 is a beginner, 10 the strongest.',
  },
  {
    default: 'por defecto',
    defaultIs: 'por defecto: {value}',
    on: 'sí',
    off: 'no',
    more: 'Más opciones ({n})',
    agent: 'Agente',
    spec: 'Como texto',
    level: 'Nivel {n}',
    levels: 'Nivel',
    levelHelp: '1 es principiante; 10, el más fuerte.',
  },
);
