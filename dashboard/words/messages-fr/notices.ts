import type { NOTICE_MESSAGES } from '../../../src/base/messages/notices.ts';
import type { Text } from '../say.ts';

export const NOTICE_MESSAGES_FR: Record<keyof typeof NOTICE_MESSAGES, Text> = {
  'notice.wrongInOneSession': '{n} souvenirs montrés dans une même session étaient faux.',
  'notice.wrongInOneSession.hint':
    '`sqrl config trust {lower}` ne montre que les souvenirs plus sûrs ; `sqrl config trust {level}` garde le niveau actuel.',
  'notice.noLlm': 'Aucun modèle de langue n’est configuré : la réponse cite les souvenirs.',
  'notice.noLlm.hint': 'Choisissez llm.provider dans les réglages.',
  'notice.llmFailed': '{trouble}',
  'notice.llmFailed.hint': 'La réponse cite les souvenirs à la place.',
  'notice.llmNoAnswer': 'Le modèle de langue n’a pas trouvé de réponse dans les souvenirs.',
  'notice.llmNoAnswer.hint': 'Voici les souvenirs les plus proches.',
  'notice.noWork': 'Aucun travail n’est noté du {from} au {to}. Le dernier avant date du {day}.',
  'notice.noWork.hint': 'Demandez ce jour-là : `sqrl ask "Que s’est-il passé le {day} ?"`',
  'notice.spareEmbedder':
    'Le modèle de sens ne répond pas ; la recherche dans les souvenirs a utilisé le modèle intégré : {trouble}',
  'notice.spareEmbedder.hint': 'D’ici là, conversations et code sont cherchés par mots.',
  'notice.embedderDown': 'Le modèle de sens ne répond pas : {trouble}',
  'notice.embedderDown.hint':
    'En attendant, la recherche n’utilise que les mots ; `sqrl doctor reembed` ajoute les vecteurs manquants.',
  'notice.judgeDown': 'Les modèles qui jugent ce qui a été dit ne répondent pas : {trouble}',
  'notice.judgeDown.hint': 'Ce qui a été dit attend ; `sqrl ingest learn` essaie de nouveau.',
  'notice.nothingReplaced': 'Rien n’a été remplacé : aucun souvenir ne correspond à « {meant} ».',
  'notice.nothingReplaced.hint': 'Donnez plutôt l’identifiant ; `sqrl list` l’affiche.',
  'notice.sharedIgnored': 'Git ignore {file} : un commit ne l’emporte pas.',
  'notice.sharedIgnored.hint':
    'Dans .gitignore, écrivez `.ctx/*` à la place du dossier, puis `!{file}` à la ligne suivante.',
  'notice.joined':
    'Les souvenirs de {project} ont été déplacés ici ({n}) : son dossier est un clone du même dépôt.',
  'notice.joined.hint': '`sqrl status` nomme les dossiers de ce projet.',
  'notice.bothVersions':
    'Les souvenirs dont le texte diffère ici et dans le fichier sont gardés dans leurs deux versions.',
  'notice.bothVersions.hint': '`sqrl review` les montre ; confirmez le bon.',
  'notice.rerankerDown': 'Le modèle de classement ne répond pas : {trouble}',
  'notice.rerankerDown.hint': 'Les résultats sont dans l’ordre de la recherche.',
  'notice.unembedded': {
    one: '1 souvenir n’a pas encore de vecteur de {model} ; seuls ses mots le trouvent.',
    other: '{n} souvenirs n’ont pas encore de vecteur de {model} ; seuls leurs mots les trouvent.',
  },
  'notice.unembedded.hint': 'Lancez `sqrl doctor reembed`.',
  'notice.indexing': 'Un autre processus indexe ce code.',
  'notice.indexing.hint': '`sqrl graph status` montre son avancement.',
  'notice.historyDamaged': 'Une partie de l’historique n’a pas pu être lue : {trouble}',
  'notice.historyDamaged.hint': 'La réponse porte sur le reste. `git fsck` montre ce qui est endommagé.',
  'notice.diskFull':
    'Le disque de {path} est plein. Les souvenirs peuvent être lus ; rien de nouveau n’est gardé.',
  'notice.diskFull.hint': 'Libérez de la place : `df -h` montre quel disque est plein.',
  'notice.readOnly':
    '{path} ne peut pas être écrit. Ses souvenirs peuvent être lus ; rien de nouveau n’est gardé.',
  'notice.readOnly.hint':
    'Vérifiez les droits du fichier et de son dossier, et que le disque n’est pas monté en lecture seule.',
  'notice.storeMissing': '{path} manquait. {repair}',
  'notice.storeMissing.hint':
    'Si vous l’avez supprimé exprès, lancez `sqrl forget --all`, qui efface aussi ses copies.',
  'notice.wordIndexRebuilt':
    'L’index des mots de {path} était endommagé et a été reconstruit. Aucun souvenir n’est perdu.',
  'notice.wordIndexRebuilt.hint': 'Si cela se reproduit, vérifiez le disque.',
  'notice.storeReplaced': '{path} était endommagé. {repair}',
  'notice.storeReplaced.hint':
    'Le fichier endommagé est gardé sous {aside} ; supprimez-le quand il ne sert plus.',
  'repair.copy': {
    one: 'Sa copie du {at}, avec 1 souvenir, a pris sa place.',
    other: 'Sa copie du {at}, avec {n} souvenirs, a pris sa place.',
  },
  'repair.newStore': 'Il n’a pas de copie saine. Un nouveau fichier a pris sa place.',
  'repair.typed': {
    one: '1 souvenir que vous avez saisi ou modifié est revenu du journal.',
    other: '{n} souvenirs que vous avez saisis ou modifiés sont revenus du journal.',
  },
  'repair.unread': {
    one: '1 ligne du journal n’a pas pu être lue.',
    other: '{n} lignes du journal n’ont pas pu être lues.',
  },
  'repair.logs': 'Squirrel relit les journaux de vos sessions.',
  'repair.then': '{first} {then}',
};
