import { catalogue } from '../../words/say.ts';

/** The texts of what was said and done in past sessions. */
export const passageWords = catalogue(
  {
    title: 'Said in past sessions',
    'speaker.person': 'You',
    'speaker.agent': 'Agent',
    earlier: 'earlier; something newer stands above',
    tainted: 'said after reading external text',
    open: 'Open in the timeline',
    'work.title': 'Work done',
    'work.changed': { one: '{n} file changed', other: '{n} files changed' },
    'failures.title': 'Failures that came back',
    'failures.times': { one: '{n} time', other: '{n} times' },
    'failures.sessions': { one: 'in {n} session', other: 'in {n} sessions' },
    'failures.worked': 'What worked: {command}',
    'failures.changed': 'Worked after a change in {files}',
    'failures.open': 'No fix is known.',
  },
  {
    title: 'Dit dans des sessions passées',
    'speaker.person': 'Vous',
    'speaker.agent': 'Agent',
    earlier: 'plus ancien ; du plus récent figure au-dessus',
    tainted: 'dit après la lecture d’un texte externe',
    open: 'Ouvrir dans la chronologie',
    'work.title': 'Travail accompli',
    'work.changed': { one: '{n} fichier modifié', other: '{n} fichiers modifiés' },
    'failures.title': 'Échecs qui sont revenus',
    'failures.times': { one: '{n} fois', other: '{n} fois' },
    'failures.sessions': { one: 'dans {n} session', other: 'dans {n} sessions' },
    'failures.worked': 'Ce qui a marché : {command}',
    'failures.changed': 'A marché après une modification de {files}',
    'failures.open': 'Aucun remède n’est connu.',
  },
);
