import { catalogue } from '../words/say.ts';

/** What can be done to memories, and what is said when it is done. */
export const deedWords = catalogue(
  {
    'do.confirm': 'Confirm',
    'do.correct': 'Correct',
    'do.reject': 'Reject',
    'do.pin': 'Pin',
    'do.unpin': 'Unpin',
    'do.forget': 'Forget',
    'did.confirm': { one: 'Confirmed', other: '{n} memories confirmed' },
    'did.reject': {
      one: 'Rejected; it is not learnt again',
      other: '{n} memories rejected; they are not learnt again',
    },
    'did.pin': { one: 'Pinned', other: '{n} memories pinned' },
    'did.unpin': { one: 'Unpinned', other: '{n} memories unpinned' },
    'did.forget': { one: 'Forgotten', other: '{n} memories forgotten' },
    'did.correct': 'Corrected',
    'did.left': { one: '{n} was left: {because}', other: '{n} were left: {because}' },
    'did.nothing': 'Nothing to do: {because}',
    redacted: 'Something that looks like a secret was left out.',
    'forget.title': { one: 'Forget this memory?', other: 'Forget {n} memories?' },
    'forget.text':
      'It is erased with its words, vectors and copies. This alone cannot be taken back; to have it set aside instead, reject it.',
    'forget.cancel': 'Keep',
    'keys.group': 'With a memory',
  },
  {
    'do.confirm': 'Confirmer',
    'do.correct': 'Corriger',
    'do.reject': 'Rejeter',
    'do.pin': 'Épingler',
    'do.unpin': 'Désépingler',
    'do.forget': 'Oublier',
    'did.confirm': { one: 'Confirmé', other: '{n} souvenirs confirmés' },
    'did.reject': {
      one: 'Rejeté ; il ne sera pas réappris',
      other: '{n} souvenirs rejetés ; ils ne seront pas réappris',
    },
    'did.pin': { one: 'Épinglé', other: '{n} souvenirs épinglés' },
    'did.unpin': { one: 'Désépinglé', other: '{n} souvenirs désépinglés' },
    'did.forget': { one: 'Oublié', other: '{n} souvenirs oubliés' },
    'did.correct': 'Corrigé',
    'did.left': { one: '{n} laissé : {because}', other: '{n} laissés : {because}' },
    'did.nothing': 'Rien à faire : {because}',
    redacted: 'Ce qui ressemblait à un secret a été retiré.',
    'forget.title': { one: 'Oublier ce souvenir ?', other: 'Oublier {n} souvenirs ?' },
    'forget.text':
      'Il est effacé avec ses mots, ses vecteurs et ses copies. Cela seul ne s’annule pas ; pour simplement l’écarter, rejetez-le.',
    'forget.cancel': 'Garder',
    'keys.group': 'Avec un souvenir',
  },
);
