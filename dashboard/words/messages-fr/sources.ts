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

  'graph.none.callers': 'Aucune utilisation de {symbol} n’a été trouvée.',
  'graph.none.callees': 'Rien de ce dépôt que {symbol} utilise n’a été trouvé.',
  'graph.none.impact':
    'Rien de ce qu’un changement de {symbol} peut casser n’a été trouvé en {depth} étapes au plus.',
  'graph.none.tests': 'Aucun test qui atteint {symbol} en {depth} étapes au plus n’a été trouvé.',
  'graph.guessed':
    'Aucun appel de {symbol} n’a été trouvé. Ces tests utilisent ce dont il fait partie et peuvent l’exécuter.',
  'graph.named': 'Aucun appel de {symbol} n’a été trouvé. Ces tests utilisent son nom et peuvent l’exécuter.',
  'graph.unseen.unparsed': '{path} n’est pas analysé ({because}).',
  'graph.unseen.broken': '{path} a des erreurs de syntaxe : des parties peuvent manquer.',
  'graph.unseen.shallow': 'En {language}, seuls les imports et les supertypes sont reliés, pas les appels.',
  'graph.unseen.dynamic':
    'Les appels sur des valeurs de type inconnu, par des noms calculés, depuis des frameworks ou dans des fichiers générés ne sont pas vus.',
  'graph.unseen.interfaces':
    'Les appels par des interfaces, par réflexion ou dans des fichiers générés ne sont pas vus.',
  'graph.unseen.macros':
    'Les fonctions et les appels que produisent des macros procédurales ou des macros d’autres fichiers, et les appels par des traits d’autres crates, ne sont pas vus.',
  'graph.unseen.share': '{percent} % des fonctions en {language} ont ici un utilisateur connu.',
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
