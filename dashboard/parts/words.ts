import { catalogue } from '../words/say.ts';

/** The texts of parts that several panels show. */
export const partWords = catalogue(
  {
    'dialog.close': 'Close',
    'edit.label': 'New text',
    'edit.save': 'Save',
    'edit.cancel': 'Cancel',
    'passage.title': 'Source',
    'passage.redacted': { one: '{n} secret was redacted.', other: '{n} secrets were redacted.' },
    'passage.steps': 'Surrounding steps',
    'passage.raw': 'Log lines',
    'passage.cut': '… cut',
  },
  {
    'dialog.close': 'Fermer',
    'edit.label': 'Le texte corrigé',
    'edit.save': 'Enregistrer',
    'edit.cancel': 'Annuler',
    'passage.title': 'D’où cela vient',
    'passage.redacted': {
      one: '{n} secret a été remplacé en chemin.',
      other: '{n} secrets ont été remplacés en chemin.',
    },
    'passage.steps': 'Ce qui s’est passé autour',
    'passage.raw': 'Les lignes du journal',
    'passage.cut': '… coupé',
  },
);
