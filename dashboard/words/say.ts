import { useCallback } from 'react';
import { type Language, useLanguage } from './language.tsx';

/** One text, or one for each number that a language tells apart. */
export type Text = string | { readonly one: string; readonly other: string };

/** The texts of one part of the page, in every language. */
export interface Catalogue<K extends string> {
  en: Record<K, Text>;
  fr: Record<K, Text>;
}

/** What stands for `{name}` in a text; `n` also decides between one and many. */
type Facts = Record<string, string | number>;

/** Says a text in the person's language. */
export type Say<K extends string> = (key: K, facts?: Facts) => string;

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
export function said(text: Text, language: Language, facts: Facts = {}): string {
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

const rules = new Map<Language, Intl.PluralRules>();
const plural = (language: Language) => cached(rules, language, () => new Intl.PluralRules(language));
const formats = new Map<Language, Intl.NumberFormat>();
const numbers = (language: Language) => cached(formats, language, () => new Intl.NumberFormat(language));

function cached<T>(made: Map<Language, T>, language: Language, make: () => T): T {
  const known = made.get(language) ?? make();
  made.set(language, known);
  return known;
}
