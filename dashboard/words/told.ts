import { useCallback } from 'react';
import { useLanguage } from './language.tsx';
import { inFrench } from './told-fr.ts';

/** Says what the daemon said in the person's language; as it was said where that is not known. */
export function useTold(): (sentence: string) => string {
  const { language } = useLanguage();
  return useCallback(
    (sentence) => (language === 'fr' ? (inFrench(sentence) ?? sentence) : sentence),
    [language],
  );
}
