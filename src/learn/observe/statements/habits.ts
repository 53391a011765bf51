import { saidLines } from '../../../base/text/announcements.ts';
import type { Statement } from './statement.ts';

/** A step that people ask for time and again, and would rather not have to ask for. */
interface Habit {
  key: string;
  text: string;
  asked: RegExp;
}

// Only what harms nobody when done unasked: a push or a release that was wished for twice is no standing order.
const HABITS: readonly Habit[] = [
  {
    key: 'workflow.changelog',
    text: 'Update the changelog along with a change, before committing it.',
    asked:
      /\b(?:update|add (?:it |this |an entry )?to|write|fill|edit|complete|mets? à jour|aktualisiere?|actualiza) (?:also )?(?:the |a |le |das |den |el |in )?@?change ?log(?:\.md)?\b|\bkeep (?:the )?change ?log up to date\b/i,
  },
  {
    key: 'workflow.docs',
    text: 'Update the documentation along with a change.',
    asked:
      /\b(?:update|mets? à jour|aktualisiere?|actualiza) (?:also )?(?:the |la |die )?@?(?:docs|documentation|readme(?:\.md)?)(?: (?:as well|too|accordingly))?(?=$|[,.]| and| then)/i,
  },
  {
    key: 'workflow.add_tests',
    text: 'Add tests along with a change.',
    asked:
      /\b(?:add|write|ajoute|schreibe?|añade) (?:also )?(?:a |some |the |unit |des |los )*tests?(?: for (?:it|this|that))?(?: (?:as well|too))?(?=$|[,.]| and| then)/i,
  },
  {
    key: 'workflow.run_tests',
    text: 'Run the tests after a change.',
    asked:
      /\b(?:run|lance|führe|ejecuta) (?:all |also )?(?:the |les |die |los )?(?:unit |full )?tests?(?: suite)?(?: again| to (?:check|verify|be sure))?(?=$|[,.]| and| then)/i,
  },
  {
    key: 'workflow.run_lint',
    text: 'Run the linter after a change.',
    asked:
      /\b(?:run|lance|führe|ejecuta) (?:also )?(?:the )?(?:lint(?:er)?|eslint|biome|ruff)(?=$|[,.]| and| then)/i,
  },
  {
    key: 'workflow.format',
    text: 'Format the code after a change.',
    asked: /\b(?:run (?:the )?(?:formatter|prettier)|format (?:the )?(?:code|files?))(?=$|[,.]| and| then)/i,
  },
  {
    key: 'workflow.typecheck',
    text: 'Run the type checker after a change.',
    asked: /\b(?:run (?:the )?(?:type ?-?check(?:er)?|tsc)|check (?:the )?types)(?=$|[,.]| and| then)/i,
  },
];

/** Steps that a short prompt asks for. In a long one they are part of a task of its own. */
export function habitsIn(prompt: string): Statement[] {
  const lines = saidLines(prompt);
  const said = lines.join(' ');
  if (said.length > MAX_HABIT_CHARS || /\?|\b(?:don't|do not|no need|not)\b/i.test(said)) return [];
  return HABITS.filter(({ asked }) => asked.test(said)).map(({ key, text }) => ({
    kind: 'wish',
    corrects: false,
    once: true,
    type: 'preference',
    polarity: 1,
    key,
    subject: text.toLowerCase(),
    value: 'yes',
    because: null,
    text,
    quote: said,
    line: said,
    files: [],
    symbols: [],
    scope: 'project',
    scopeOf: null,
    trigger: null,
    strength: 0.5,
  }));
}

const MAX_HABIT_CHARS = 100;
