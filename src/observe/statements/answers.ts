import { english } from './cues/english.ts';
import { mentionsIn } from './mentions.ts';
import type { Statement } from './statement.ts';
import { significant } from './subject.ts';

/** What a person decided by answering the agent's questions: theirs is the answer, the question only says of what. */
export const answersIn = (result: string): Statement[] =>
  [...result.matchAll(PAIR)].flatMap(([, asked, given]) => {
    const question = asked!.replace(/\s+/g, ' ').trim();
    const answer = given!
      .replace(/\s*\((?:recommended|default)\)/i, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (
      !isDesign(question) ||
      question.length > LONGEST ||
      /^(?:yes|no|ok|sure|other|skip|later|cancel)\b(?:$|[,.:])/i.test(answer)
    )
      return [];
    if (significant(answer, english).length === 0 || answer.length > LONGEST) return [];
    const text = `${question} Decided: ${answer}.`;
    return [
      {
        kind: 'decision',
        corrects: false,
        once: false,
        type: 'decision',
        polarity: 1,
        key: null,
        subject: significant(question, english).join(' '),
        value: answer.toLowerCase(),
        because: null,
        text: text.replace(/\.\.$/, '.'),
        quote: `${question} = ${answer}`.slice(0, 300),
        line: result,
        ...mentionsIn(text),
        scope: 'project',
        scopeOf: null,
        trigger: null,
        strength: 0.75,
      } satisfies Statement,
    ];
  });

const PAIR = /"((?:[^"\\]|\\.|"(?!=))*?\?[^"]{0,40})"="([^"]+)"/g;
const LONGEST = 320;

/** Asks how the product shall be, not what to do next or whether it may. */
const isDesign = (question: string): boolean =>
  /\b(?:should|which|where|how)\b/i.test(question) &&
  !/\b(?:can i|may i|should i|shall i|do you want me|would you like me|what should i|how should i|how would you like|ready|proceed|continue|commit|push|next)\b/i.test(
    question,
  ) &&
  !/\bthis (?:pr|branch|commit|session|time)\b/i.test(question);
