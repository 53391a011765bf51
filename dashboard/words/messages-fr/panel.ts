import type { PANEL_MESSAGES } from '../../../src/base/messages/panel.ts';
import type { Text } from '../say.ts';

export const PANEL_MESSAGES_FR: Record<keyof typeof PANEL_MESSAGES, Text> = {
  'teach.same': 'il dit la même chose, mot pour mot ; l’ajouter encore ajoute une preuve',
  'teach.replaces': 'les deux fixent {key} ; la nouvelle règle le remplace',
  'teach.differs': 'les deux parlent du même sujet et n’en disent pas la même chose',
  'teach.opposite': 'il parle de presque la même chose, avec le conseil contraire',
  'teach.otherPart': 'il dit la même chose d’une autre partie du code',
  'teach.otherWords': 'il dit presque la même chose en d’autres mots',
  'teach.related': 'il parle de quelque chose d’approchant',

  'left.gone': 'il a été supprimé',
  'left.changedSince': 'il a été modifié depuis',
  'left.textChanged': 'son texte a changé depuis',
  'left.confirmed': 'il est déjà confirmé',
  'left.archived': 'il est déjà archivé',
  'left.pinned': 'il est déjà épinglé',
  'left.unpinned': 'il n’est pas épinglé',
  'left.muted': 'il est déjà muet',
  'left.unmuted': 'il n’est pas muet',
  'log.elsewhere': 'Ce journal n’a pas été lu sur cette machine.',
  'log.database': 'Il a été lu dans une base de données, qui n’a pas de lignes à montrer.',
  'log.document': 'Il a été lu dans un document compressé ou d’un seul tenant, sans lignes à montrer.',
  'log.notFile': 'Le journal n’est plus un fichier ordinaire.',
  'log.shorter': 'Le journal est plus court que lors de sa lecture.',
  'log.gone': 'Le journal n’existe plus.',
  'log.link': 'Le journal est maintenant un lien, et les liens ne sont pas suivis.',
  'log.unreadable': 'Le journal ne peut pas être lu ({code}).',
  'log.failed': '{path} n’a pas pu être lu ({code}).',
  'log.closed': '{path} ne peut pas être lu ({code}).',
  'log.tooLarge': '{path} dépasse {n} Mo, trop pour un seul document.',
  'log.empty': '{path} est vide.',
  'log.noFile': '{path} n’est pas un fichier.',
  'log.unopened': '{path} ne peut pas être ouvert.',
  'log.unread': '{path} ne peut pas être lu.',
  'log.inUse': '{path} est utilisé par un autre programme.',
  'log.damaged': '{path} est endommagé ou n’est pas une base de données.',
  'log.unrecovered': '{path} a une transaction inachevée et est trop grand pour être copié et rétabli.',
  'log.notPlain':
    '{path} n’a pas été lu : une vue, une table virtuelle ou une colonne générée y remplace une simple table.',
  'file.gone': 'le fichier n’existe pas',
  'file.notText': 'ce n’est pas du texte',
  'file.notFile': 'ce n’est pas un fichier',
  'file.link': 'c’est un lien',
  'file.linkOut': 'c’est un lien qui mène hors de {folder}',
  'file.unreadable': 'il ne peut pas être lu ({code})',
  'file.tooLarge': 'il fait {size} Ko ; la limite pour {what} est de {limit} Ko',

  'setup.hooks': 'les hooks',
  'setup.mcp': 'le serveur MCP',
  'setup.mcpAndHooks': 'le serveur MCP et les hooks',
  'setup.plugin': 'le greffon',
  'setup.command': 'la commande {name}',

  'leaves.conversations': 'les textes des sessions, sans leurs secrets, pour les vecteurs',
  'leaves.embedding': 'textes des souvenirs et des questions, pour calculer les vecteurs',
  'leaves.reranking': 'textes des souvenirs et des questions, pour reclasser les résultats',
  'leaves.hub':
    'les souvenirs partagés et leurs commentaires, vers le hub ; les souvenirs globaux seulement après `sqrl sync --personal`',
  'leaves.llm': 'extraits de sessions et de souvenirs sans leurs secrets, dans la limite du jour',

  'saved.failuresControl':
    'Parmi les occasions où un échec dont un souvenir avertit pouvait survenir, la part où il est survenu : sans le souvenir moins avec lui, fois les occasions de la semaine où il a été montré. Comparé aux occasions où il a été retenu au hasard : rien d’autre ne diffère.',
  'saved.failures':
    'Parmi les occasions où un échec dont un souvenir avertit pouvait survenir, la part où il est survenu : sans le souvenir moins avec lui, fois les occasions de la semaine où il a été montré. Comparé à toutes les occasions où il n’a pas été montré, même avant d’être appris : elles peuvent différer autrement aussi.',
  'saved.tokens':
    'Les jetons par session, comme son client les compte et sans ceux du cache d’un fournisseur : sessions témoins (sans souvenirs) moins sessions avec souvenirs pour une tâche de même taille, comme `sqrl proof` les compare, fois les sessions de la semaine avec souvenirs. Les jetons des souvenirs eux-mêmes sont compris.',
  'saved.fewOccasions': 'Il faut {n} occasions avec le souvenir et {n} sans ; {told} et {untold} jusqu’ici.',
  'saved.controlOff':
    'Il faut un groupe témoin : quelques sessions au hasard ne reçoivent rien de ce que Squirrel a déduit, pour mesurer la différence. Les règles que vous avez énoncées ou confirmées y sont dites aussi ; il s’active dans les réglages (delivery.holdout).',
  'replay.session': 'Sessions rejouées',
  'replay.rule.failure':
    'Au moins : l’appel échoué et sa sortie. Au plus : tout jusqu’à l’appel qui l’a résolu, 30 étapes au plus.',
  'replay.rule.file':
    'Au moins : la sortie de la première recherche qui nommait le fichier. Au plus : toutes les recherches jusqu’à l’ouverture du fichier.',
  'replay.rule.instruction':
    'Au moins : la phrase et le temps de la taper. Au plus : aussi le tour de l’agent qu’elle corrigeait.',
  'proof.few': {
    one: 'Pas assez de données : il manque 1 session témoin (1 session sur 20 en est une).',
    other: 'Pas assez de données : il manque {n} sessions témoins (1 session sur 20 en est une).',
  },
  'proof.same': 'Aucune différence montrée.',
  'proof.sameMissing':
    'Aucune différence montrée ; {n} sessions témoins de plus en montreraient une de {percent} % quatre fois sur cinq.',
  'proof.less': 'Moins avec la mémoire.',
  'proof.more': 'Plus avec la mémoire.',
  'proof.off':
    'Le groupe témoin est désactivé : les sessions avec et sans mémoire ne peuvent pas être comparées. Pour l’activer : `sqrl config set delivery.holdout true`.',
  'why.lift':
    'des sessions se sont mal passées dans {told} cas sur {toldAll} avec lui et dans {withheld} sur {withheldAll} sans lui',
  'attention.conflicts': {
    one: '1 souvenir a un conflit non résolu',
    other: '{n} souvenirs ont des conflits non résolus',
  },
  'attention.review': {
    one: '1 souvenir mérite une décision',
    other: '{n} souvenirs méritent une décision',
  },
  'attention.stale': {
    one: '1 souvenir porte sur du code modifié ou supprimé',
    other: '{n} souvenirs portent sur du code modifié ou supprimé',
  },
  'attention.vectors': {
    one: '1 souvenir n’a pas encore de vecteur',
    other: '{n} souvenirs n’ont pas encore de vecteur',
  },
  'attention.rule': 'La règle « {text} » a été outrepassée {n} fois : modifiez-la ou retirez son déclencheur',
  'attention.spending': '{percent} % du budget quotidien du modèle est dépensé',
  'attention.capture': '{client} : {because}',
  'capture.failing': '{n} journaux sur {logs} n’ont pu être lus jusqu’au bout : {trouble}',
  'capture.behind': {
    one: 'Un journal a grandi depuis sa dernière lecture. Le démon tourne-t-il ?',
    other: '{n} journaux ont grandi depuis leur dernière lecture. Le démon tourne-t-il ?',
  },

  'trust.standard': 'normale : {needs}',
  'trust.confident': 'assurée : {needs}',
  'trust.sessions': '{n} sessions ({count} jusqu’ici)',
  'trust.toldSessions': '{n} sessions avec souvenirs ({count} jusqu’ici)',
  'trust.confirmed': 'au moins la moitié des souvenirs jugés doit être confirmée ({count} sur {n})',
  'trust.corrected': 'moins de 1 souvenir montré sur 20 peut être faux ({count} sur {n})',
};
