import { catalogue } from '../../words/say.ts';

/** The texts of what was said in past sessions. */
export const passageWords = catalogue(
  {
    title: 'Said in past sessions',
    'speaker.person': 'You',
    'speaker.agent': 'Agent',
    earlier: 'earlier; something newer stands above',
    tainted: 'said after reading external text',
    open: 'Open in the timeline',
  },
  {
    title: 'Dit dans des sessions passées',
    'speaker.person': 'Vous',
    'speaker.agent': 'Agent',
    earlier: 'plus ancien ; du plus récent figure au-dessus',
    tainted: 'dit après la lecture d’un texte externe',
    open: 'Ouvrir dans la chronologie',
  },
);
