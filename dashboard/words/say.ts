import { useCallback } from 'react';
import { type PanelLanguage, useLanguage } from './language.tsx';

/** One text, or one for each number that a language tells apart. */
export type Text = string | { readonly one: string; readonly other: string };

/** The texts of one part of the page, in every language. */
export interface Catalogue<K extends string> {
  en: Record<K, Text>;
  fr: Record<K, Text>;
}

/** What stands for `{name}` in a text; `n` also decides between one and many. */
type TextFacts = Record<string, string | number>;

/** Says a text in the person's language. */
export type Say<K extends string> = (key: K, facts?: TextFacts) => string;

/** Takes down texts; a key that one language lacks is a mistake the compiler finds. */
export const catalogue = <const E extends Record<string, Text>>(
  en: E,
  fr: Record<keyof E & string, Text>,
): Catalogue<keyof E & string> => ({ en, fr });

/** The texts of a catalogue in the language that is chosen. */
export function useWords<K extends string>(words: Catalogue<K>): Say<K> {
  const { language } = useLanguage();
  return useCallback((key, facts) => said(words[language][key], language, facts), [words, language]);
}

/** A text with its facts, in a language. */
export function said(text: Text, language: PanelLanguage, facts: TextFacts = {}): string {
  const chosen =
    typeof text === 'string'
      ? text
      : plural(language).select(Number(facts.n)) === 'one'
        ? text.one
        : text.other;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const fact = facts[name];
    return typeof fact === 'number' ? numbers(language).format(fact) : (fact ?? whole);
  });
}

const rules = new Map<PanelLanguage, Intl.PluralRules>();
const plural = (language: PanelLanguage) => cached(rules, language, () => new Intl.PluralRules(language));
const formats = new Map<PanelLanguage, Intl.NumberFormat>();
const numbers = (language: PanelLanguage) => cached(formats, language, () => new Intl.NumberFormat(language));

function cached<T>(made: Map<PanelLanguage, T>, language: PanelLanguage, make: () => T): T {
  const known = made.get(language) ?? make();
  made.set(language, known);
  return known;
}
