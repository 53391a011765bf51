import { useCallback } from 'react';
import type { CallError } from '../calls/trouble.ts';
import { useLanguage } from './language.tsx';
import { useWords } from './say.ts';
import { shellWords } from './shell.ts';
import { TROUBLE_FR } from './trouble-fr.ts';

/** A trouble as a person reads it. */
export interface ToldTrouble {
  message: string;
  /** What the daemon said of it, where that is in another language than the page. */
  said: string | undefined;
  hint: string;
}

/** Tells a trouble in the person's language, with the daemon's own words where those are all there is. */
export function useTrouble(): (trouble: Pick<CallError, 'message' | 'hint' | 'code'>) => ToldTrouble {
  const { language } = useLanguage();
  const say = useWords(shellWords);
  return useCallback(
    ({ message, hint, code }) => {
      if (code === 'gone')
        return { message: say('trouble.gone'), said: undefined, hint: say('trouble.goneHint') };
      if (code === 'unauthorised')
        return { message: say('live.locked'), said: undefined, hint: say('live.lockedHint') };
      if (language !== 'fr') return { message, said: undefined, hint };
      return { message: TROUBLE_FR[code], said: message, hint };
    },
    [language, say],
  );
}
