import { catalogue } from '../../words/say.ts';

/** The texts of the review. */
export const reviewWords = catalogue(
  {
    title: 'Review',
    left: { one: '{n} decision remaining', other: '{n} decisions remaining' },
    empty: 'Nothing needs a decision',
    emptyText: 'Up to ten memories appear here that are worth your decision. The rest is found by a search.',
    decide: 'Worth your decision',
    decideText: 'At most ten, those of most use first. What else waits needs no decision; a search finds it.',
    proposals: 'Proposed to a team',
    proposalsText:
      'Agents of the team are told a proposal once a maintainer other than its author approves it.',
    'proposals.by': '{person} to {space}, {ago}',
    'proposals.state': 'Approved is exactly this wording and state:',
    'proposals.approve': 'Approve for the team',
    'proposals.dismiss': 'Dismiss',
    'proposals.waits': 'Waits for a maintainer.',
    wordings: 'Worded by two people at once',
    wordingsText: 'The newer wording is used meanwhile. Taking one decides for everybody who shares it.',
    'wordings.inGit': 'shared in git',
    'wordings.used': 'used meanwhile',
    'wordings.take': 'Take this one',
    'keys.group': 'Reviewing',
    'keys.next': 'Next decision',
    'keys.last': 'Previous decision',
  },
  {
    title: 'Relecture',
    left: { one: 'reste {n} décision', other: 'restent {n} décisions' },
    empty: 'Aucune décision n’est attendue',
    emptyText:
      'Jusqu’à dix souvenirs qui méritent votre décision paraissent ici. Une recherche trouve les autres.',
    decide: 'À décider',
    decideText:
      'Dix au plus, les plus utiles d’abord. Les autres n’attendent pas de décision ; une recherche les trouve.',
    proposals: 'Proposés à une équipe',
    proposalsText:
      'Une proposition est dite aux agents de l’équipe quand un responsable autre que son auteur l’approuve.',
    'proposals.by': '{person} pour {space}, {ago}',
    'proposals.state': 'Sont approuvés exactement cette formulation et cet état :',
    'proposals.approve': 'Approuver pour l’équipe',
    'proposals.dismiss': 'Écarter',
    'proposals.waits': 'Attend un responsable.',
    wordings: 'Formulés par deux personnes à la fois',
    wordingsText:
      'En attendant, la formulation la plus récente est utilisée. Choisir décide pour tous ceux qui le partagent.',
    'wordings.inGit': 'partagé dans git',
    'wordings.used': 'utilisée en attendant',
    'wordings.take': 'Prendre celle-ci',
    'keys.group': 'En relisant',
    'keys.next': 'Décision suivante',
    'keys.last': 'Décision précédente',
  },
);
