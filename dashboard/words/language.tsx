import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { choice, keepChoice } from '../app/choices.ts';

export const LANGUAGES = { en: 'English', fr: 'Français' } as const;
export type PanelLanguage = keyof typeof LANGUAGES;

const LanguageContext = createContext<{ language: PanelLanguage; choose(language: PanelLanguage): void }>({
  language: 'en',
  choose() {},
});

/** The language that is chosen, and how to choose another. */
export const useLanguage = () => useContext(LanguageContext);

/** Speaks the language that was chosen, or else the browser's where it is known. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState<PanelLanguage>(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      choose(next: PanelLanguage) {
        keepChoice('sqrl-language', next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

function firstLanguage(): PanelLanguage {
  const wanted = [choice('sqrl-language'), ...navigator.languages].map((name) => name?.slice(0, 2));
  return wanted.find((name): name is PanelLanguage => name !== undefined && name in LANGUAGES) ?? 'en';
}
