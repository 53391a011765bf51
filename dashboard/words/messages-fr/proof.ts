import type { PROOF_MESSAGES } from '../../../src/base/messages/proof.ts';
import type { Text } from '../say.ts';

export const PROOF_MESSAGES_FR: Record<keyof typeof PROOF_MESSAGES, Text> = {
  'replay.session': 'Sessions rejouées',
  'replay.rule.failure':
    'Au moins : l’appel échoué et sa sortie. Au plus : tout jusqu’à la résolution de l’échec, 30 étapes au plus.',
  'replay.rule.file':
    'Au moins : la sortie de la première recherche qui nommait le fichier. Au plus : toutes les recherches jusqu’à l’ouverture du fichier.',
  'replay.rule.instruction':
    'Au moins : la phrase et le temps de la taper. Au plus : aussi le tour de l’agent qu’elle corrigeait.',
  'proof.few': {
    one: 'Pas assez de données : il manque 1 session témoin.',
    other: 'Pas assez de données : il manque {n} sessions témoins.',
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
};
