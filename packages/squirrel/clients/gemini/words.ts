import type { RawTouch } from '@sqrl/base/model/reader.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import {
  type ForeignRecord,
  isRecord,
  listOrEmpty,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';

/** What a person typed, and the files they pointed at; undefined where a user message holds nothing of a person. */
export function readTyped(message: ForeignRecord): { text: string; files: RawTouch[] } | undefined {
  const content = partsOf(message.content);
  // A turn that hands a tool's answer to the model is the model's business.
  if (content.some((part) => record(part).functionResponse !== undefined)) return undefined;
  const shown = message.displayContent === undefined ? content : partsOf(message.displayContent);
  if (PUT_IN.test(geminiTextOf(shown).trimStart())) return undefined;
  const words = geminiPrompt(shown);
  const files = Array.from(
    geminiTextOf(content).matchAll(/^Content from @(.+):$/gm),
    ([, path]): RawTouch => ({
      path: path!,
      way: 'mention',
      lines: null,
    }),
  );
  if (words === '' || PUT_IN.test(words)) return undefined;
  return { text: words, files };
}

/** What the person typed in the parts of a message: without files that are mentioned, and what hooks said. */
export const geminiPrompt = (content: unknown): string =>
  upToFiles(textsOf(content).map(afterHook).map(personsPart).filter(Boolean).join('\n')).trim();

/**
 * Gemini CLI puts what a hook says at the start before the first prompt, in the same string. It escapes `<` within, so
 * the first closing tag is its own and the only one; where there is another, the whole part is left to be foreign.
 */
function afterHook(part: string): string {
  const [context] = /^\s*<hook_context>[^<]*<\/hook_context>/.exec(part) ?? [''];
  return part.includes('</hook_context>', context.length) ? part : part.slice(context.length);
}

/** The words in the parts of a message, which may be a string, a part or a list of them. */
export const geminiTextOf = (content: unknown): string => textsOf(content).join('\n');

const textsOf = (content: unknown): string[] =>
  partsOf(content)
    .map((part) =>
      typeof part === 'string' ? part : record(part).thought === true ? '' : textOrEmpty(record(part).text),
    )
    .filter((words) => words !== '');

/** The summary that takes the place of a conversation, if a message of a new list is one. */
export function summaryOf(message: unknown): { id: string; text: string; at: unknown } | undefined {
  const { id, content, timestamp } = record(message);
  const words = geminiTextOf(content);
  if (textOrNull(id) === null || !words.includes('<state_snapshot>')) return undefined;
  return { id: textOrEmpty(id), text: words, at: timestamp };
}

/** Where a session was at work, as the client tells its model. */
export function geminiWorkspace(message: unknown): string | null {
  const words = geminiTextOf(record(message).content);
  if (!words.startsWith('<session_context>')) return null;
  return /\*\*Workspace Directories:\*\*\s*\n\s*- ([^\n]+)/.exec(words)?.[1]?.trim() ?? null;
}

// What the client says in the person's name: how it introduces itself, and how it makes a model go on.
const PUT_IN =
  /^(<session_context>|<state_snapshot>|This is the Gemini CLI\. We are setting up|(System: )?Please continue\.$)/;

const upToFiles = (words: string): string => {
  const files = words.indexOf('--- Content from referenced files ---');
  return files < 0 ? words : words.slice(0, files);
};

const partsOf = (content: unknown): readonly unknown[] =>
  typeof content === 'string' || isRecord(content) ? [content] : listOrEmpty(content);
