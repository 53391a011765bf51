import { catalogue } from '../words/say.ts';

/** What can be done to memories, and what is said when it is done. */
export const actionTexts = catalogue(
  {
    'do.confirm': 'Confirm',
    'do.correct': 'Edit',
    'do.reject': 'Reject',
    'do.pin': 'Pin',
    'do.unpin': 'Unpin',
    'do.forget': 'Delete',
    'did.confirm': { one: 'Confirmed', other: '{n} memories confirmed' },
    'did.reject': {
      one: 'Rejected. It won’t be learned again.',
      other: '{n} memories rejected. They won’t be learned again.',
    },
    'did.pin': { one: 'Pinned', other: '{n} memories pinned' },
    'did.unpin': { one: 'Unpinned', other: '{n} memories unpinned' },
    'did.forget': { one: 'Deleted', other: '{n} memories deleted' },
    'did.correct': 'Saved',
    'did.left': { one: '{n} unchanged: {because}', other: '{n} unchanged: {because}' },
    'did.nothing': 'Nothing changed: {because}',
    redacted: 'A secret was redacted.',
    'forget.title': { one: 'Delete this memory?', other: 'Delete {n} memories?' },
    'forget.text':
      'Permanently deletes the memory and its copies. This can’t be undone. To hide it instead, reject it.',
    'forget.more': { one: 'and {n} more', other: 'and {n} more' },
    'forget.cancel': 'Cancel',
    'keys.group': 'Memory actions',
  },
  {
    'do.confirm': 'Confirmer',
    'do.correct': 'Corriger',
    'do.reject': 'Rejeter',
    'do.pin': 'Épingler',
    'do.unpin': 'Désépingler',
    'do.forget': 'Supprimer',
    'did.confirm': { one: 'Confirmé', other: '{n} souvenirs confirmés' },
    'did.reject': {
      one: 'Rejeté ; il ne sera pas réappris',
      other: '{n} souvenirs rejetés ; ils ne seront pas réappris',
    },
    'did.pin': { one: 'Épinglé', other: '{n} souvenirs épinglés' },
    'did.unpin': { one: 'Désépinglé', other: '{n} souvenirs désépinglés' },
    'did.forget': { one: 'Supprimé', other: '{n} souvenirs supprimés' },
    'did.correct': 'Corrigé',
    'did.left': { one: '{n} laissé : {because}', other: '{n} laissés : {because}' },
    'did.nothing': 'Rien à faire : {because}',
    redacted: 'Ce qui ressemblait à un secret a été retiré.',
    'forget.title': { one: 'Supprimer ce souvenir ?', other: 'Supprimer {n} souvenirs ?' },
    'forget.text':
      'Supprime définitivement le souvenir et ses copies. Cela ne s’annule pas ; pour simplement l’écarter, rejetez-le.',
    'forget.more': { one: 'et {n} autre', other: 'et {n} autres' },
    'forget.cancel': 'Annuler',
    'keys.group': 'Avec un souvenir',
  },
);
