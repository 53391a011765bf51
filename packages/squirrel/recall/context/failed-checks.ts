import { printed, printedCode } from '@sqrl/base/model/printed.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import { isCheck, kindOfCommand } from '../../learn/observe/behavior/command-kind.ts';
import { showsProduct } from '../../learn/observe/product.ts';
import { failurePatterns, failureSeen } from '../../store/events/history.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { ContextLine } from './lines.ts';

const MAX_PATTERNS = 60;

/** How checks and the running product failed in several sessions, most often first; what was printed is quoted. */
export function failedChecks({ own: { store } }: Engine): ContextLine[] {
  return failurePatterns(store, { sessions: 2, limit: MAX_PATTERNS }).flatMap((pattern) => {
    const { fingerprint, tool, line, times, sessions, resolved } = pattern;
    const command = failureSeen(store, fingerprint, { limit: 1 })[0]?.failedCommand;
    const check = shellSteps(command ?? '').find((step) => isCheck(kindOfCommand(step)));
    if (check === undefined && !(tool.startsWith('mcp:') && showsProduct(tool))) return [];
    const said = `${printedCode(check ?? tool)}: “${printed(line, 160)}”`;
    const fixed = resolved === 0 ? 'not resolved yet' : `resolved ${resolved} of ${times} times`;
    const text = `${said} (${sessions} sessions, ${fixed}: \`sqrl history errors ${fingerprint.slice(0, 8)}\`)`;
    if (redactSync(text).found.length > 0) return [];
    return [{ text, memory: null, episode: null, file: null, why: [`failed in ${sessions} sessions`] }];
  });
}
