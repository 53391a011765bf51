import { useMemo } from 'react';
import type { Message, MessageCode, MessageFacts, Notice } from '../../src/base/messages.ts';
import { useLanguage } from './language.tsx';
import { MESSAGES_FR } from './messages-fr.ts';
import { said } from './say.ts';

/** The daemon’s sentences in the person’s language. */
interface SaidMessages {
  (message: Message): string;
  notice(notice: Notice): { message: string; hint: string };
  /** The kind of evidence, by its name. */
  proof(proof: string): string;
}

/** Says what the daemon sends: in English as it is sent, in French by its code. */
export function useMessage(): SaidMessages {
  const { language } = useLanguage();
  return useMemo(() => (language === 'fr' ? FRENCH : ENGLISH), [language]);
}

const ENGLISH: SaidMessages = Object.assign(({ text }: Message) => text, {
  notice: ({ message, hint }: Notice) => ({ message, hint }),
  proof: (proof: string) => proof.replaceAll('_', ' '),
});

const FRENCH: SaidMessages = Object.assign(
  ({ code, facts, text }: Message) => (isKnown(code) ? inFrench(code, facts) : text),
  {
    notice({ message, hint, code, facts = {} }: Notice) {
      if (code === undefined || !isKnown(code)) return { message, hint };
      const hintCode = `${code}.hint`;
      return {
        message: inFrench(code, facts),
        hint: isKnown(hintCode) ? inFrench(hintCode, facts) : hint,
      };
    },
    proof(proof: string) {
      const code = `proof.${proof}`;
      return isKnown(code) ? inFrench(code, {}) : proof.replaceAll('_', ' ');
    },
  },
);

/** A daemon of another version may send a code that this page does not have. */
const isKnown = (code: string): code is MessageCode => Object.hasOwn(MESSAGES_FR, code);

const inFrench = (code: MessageCode, facts: MessageFacts): string =>
  said(
    MESSAGES_FR[code],
    'fr',
    Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'object' ? FRENCH(fact) : fact]),
    ),
  );
