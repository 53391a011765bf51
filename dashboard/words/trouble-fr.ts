import type { CallError } from '../calls/trouble.ts';

/** What kind of trouble it is, in French; the daemon's own words stand below it. */
export const TROUBLE_FR: Record<Exclude<CallError['code'], 'gone' | 'unauthorised'>, string> = {
  invalid: 'Cela n’a pas été accepté. Squirrel dit :',
  usage: 'Ce n’est pas ainsi que cela se demande. Squirrel dit :',
  not_found: 'Ce qui était demandé n’a pas été trouvé. Squirrel dit :',
  forbidden: 'Cette page n’a pas ce droit. Squirrel dit :',
  provider: 'Le modèle n’a pas répondu comme il faut. Squirrel dit :',
  cancelled: 'Cela a été interrompu. Squirrel dit :',
  unconfirmed: 'Cela demande votre accord. Squirrel dit :',
  store: 'Le fichier de la mémoire fait difficulté. Squirrel dit :',
  unexpected: 'Une erreur s’est produite dans Squirrel. Il dit :',
  too_large: 'C’est trop grand. Squirrel dit :',
};
