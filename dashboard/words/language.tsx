import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { choice, choose } from '../app/choices.ts';

export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;

const LanguageContext = createContext<{ language: Language; choose(language: Language): void }>({
  language: 'en',
  choose() {},
});

/** The language that is chosen, and how to choose another. */
export const useLanguage = () => useContext(LanguageContext);

/** Speaks the language that was chosen, or else the browser's where it is known. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      choose(next: Language) {
        choose('sqrl-language', next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

function firstLanguage(): Language {
  const wanted = [choice('sqrl-language'), ...navigator.languages].map((name) => name?.slice(0, 2));
  return wanted.find((name): name is Language => name !== undefined && name in LANGUAGES) ?? 'en';
}
