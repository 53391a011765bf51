import type { Trigger } from '../../../model/trigger.ts';
import { namedFilesAndSymbols } from '../../claims/mentions.ts';
import { mainClause } from './clause.ts';
import { commandsIn, isAgainstRunning } from './commands.ts';

/** When a statement applies to what an agent is about to do; null where only its words can tell. */
export function triggerOf(
  text: string,
  { polarity, against, isKind }: { polarity: number; against: string | null; isKind: string },
): Trigger | null {
  if (isKind === 'fact') return null;
  const none = { match: 'begins', file: null, given: null, expects: null } as const;
  if (against && RUN.test(against)) return { tool: 'run', command: against, ...none };
  if (polarity >= 0) return null;
  const [command] = commandsIn(mainClause(text));
  if (command && isAgainstRunning(text)) return { tool: 'run', command, ...none };
  const git = GIT.exec(text)?.[1];
  if (git)
    return {
      tool: 'run',
      command: git.toLowerCase().replace(/^force[- ]push.*/, 'git push --force'),
      ...none,
    };
  const { files } = namedFilesAndSymbols(text);
  if (files.length === 1 && CHANGE.test(text))
    return { tool: 'change', command: null, match: 'begins', file: files[0]!, given: null, expects: null };
  return null;
}

const RUN =
  /^(?:npm|pnpm|yarn|bun|npx|pip|poetry|conda|uv|pipenv|jest|mocha|pytest|unittest|eslint|prettier|flake8|pylint)(?:\s|$)/;
const GIT = /\b(git [a-z-]+(?: --?[\w-]+)?)\b/i;
const CHANGE =
  /\b(?:edit|change|touch|modify|write|update|modifie|ändere|bearbeite|toques|modifiques|edites)\w*\b/i;
