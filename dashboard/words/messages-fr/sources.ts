import type { SOURCE_MESSAGES } from '../../../src/base/messages/sources.ts';
import type { Text } from '../say.ts';

export const SOURCE_MESSAGES_FR: Record<keyof typeof SOURCE_MESSAGES, Text> = {
  'import.empty': 'Rien à retenir : le texte est vide',
  'import.duplicate': 'Doublon : le souvenir {id} a déjà ce texte',

  'notes.folderUnreadable': 'le dossier ne peut pas être lu',
  'notes.notUtf8': 'ce n’est pas du texte UTF-8',
  'notes.longPath': 'son chemin est trop long',
  'notes.tooLarge': 'sa taille est de {size} Ko ; la limite pour une note est de {limit} Ko',
  'notes.watchFailed':
    'La surveillance de {folder} a échoué ({code}) ; le dossier est vérifié toutes les {seconds} s.',
  'notes.folderGone': '{folder} n’existe pas ; le dossier est recherché toutes les {seconds} s.',
  'notes.failed': 'Notes : {trouble}',
  'notes.changeFailed': '{path} n’a pas pu être traité : {trouble}',

  'unparsed.tooLarge': 'trop volumineux',
  'unparsed.tooTangled': 'trop enchevêtré',
  'unparsed.brokeParser': 'a fait échouer l’analyseur',
  'unparsed.tookTooLong': 'analyse trop longue',

  'together.changed': { one: 'modifiés ensemble une fois', other: 'modifiés ensemble {n} fois' },
  'together.sameName': 'porte le même nom',
  'together.itsTest': 'son test',
  'together.testedByIt': 'testé par celui-ci',
  'together.importedByIt': 'importé par celui-ci',
  'together.importsIt': 'l’importe',
  'together.sameFolder': 'dans le même dossier',

  'embedCode.stopped': 'arrêté',
  'embedCode.notIndexed': 'certains fichiers ne sont pas encore indexés',
  'embedCode.slow':
    'le modèle de sens est trop lent pour un calcul automatique des vecteurs ({perSecond} textes/s) ; `sqrl config set graph.embed on` le lance quand même',

  'project.unreadable': 'Impossible de lire {path} : {trouble}',
};
