import { catalogue } from '../words/say.ts';

/** The texts of parts that several panels show. */
export const partWords = catalogue(
  {
    'dialog.close': 'Close',
    'edit.label': 'New text',
    'edit.save': 'Save',
    'edit.cancel': 'Cancel',
    'decision.more': 'Details',
    'decision.conflict': 'Contradicts:',
    'decision.log': 'Open the log',
    'log.title': 'Source',
    'log.redacted': { one: '{n} secret was redacted.', other: '{n} secrets were redacted.' },
    'log.steps': 'Surrounding steps',
    'log.raw': 'Log lines',
    'log.cut': '… cut',
  },
  {
    'dialog.close': 'Fermer',
    'edit.label': 'Le texte corrigé',
    'edit.save': 'Enregistrer',
    'edit.cancel': 'Annuler',
    'decision.more': 'Détails',
    'decision.conflict': 'Contredit :',
    'decision.log': 'Ouvrir le journal',
    'log.title': 'D’où cela vient',
    'log.redacted': {
      one: '{n} secret a été remplacé en chemin.',
      other: '{n} secrets ont été remplacés en chemin.',
    },
    'log.steps': 'Ce qui s’est passé autour',
    'log.raw': 'Les lignes du journal',
    'log.cut': '… coupé',
  },
);
