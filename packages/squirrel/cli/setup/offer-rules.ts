import { oneLine } from '@sqrl/base/plain.ts';
import { countNoun } from '@sqrl/base/terminal/size.ts';
import type { SetupContext } from '../../clients/setup/surroundings.ts';
import type { Output } from '../../protocol/verbs.ts';
import { type CommandRun, openMemory } from '../task.ts';
import { askYes } from './asking.ts';
import { shortPath, showItem } from './plan-view.ts';

/** Rule files with rules that are not memories yet. */
export interface FoundRules {
  /** The project's folder; undefined for that of the present folder. */
  root: string | undefined;
  files: Output<'teach'>['files'];
}

/** The rule files of the present project, or of the one that was read about; undefined where nothing in them is new. */
export async function findRules(
  task: CommandRun,
  readOf: string | null | undefined,
): Promise<FoundRules | undefined> {
  for (const root of [undefined, ...(readOf ? [readOf] : [])]) {
    await using client = await openMemory(task, root === undefined ? {} : { project: root });
    const { files } = await client.call('teach', { dryRun: true });
    const fresh = files.filter(({ because, added, changed }) => because === null && added + changed > 0);
    if (fresh.length > 0) return { root, files: fresh };
  }
  return undefined;
}

/** Shows the rule files and imports them where the person wants it. */
export async function offerRules(
  task: CommandRun,
  { root, files }: FoundRules,
  here: SetupContext,
): Promise<void> {
  const { out } = task;
  out.line(out.paint('bold', 'Rules in your files'));
  for (const { path, rules, held } of files) {
    const checked = held > 0 ? `, ${held} of them checked before an agent acts` : '';
    showItem(out, '·', `${shortPath(path, here)}: ${countNoun(rules, 'rule')}${checked}`, '  ');
  }
  if (!(await askYes(task, 'Import them as memories? The files stay as they are.'))) return;
  await using client = await openMemory(task, root === undefined ? {} : { project: root });
  const done = await client.call('teach', { dryRun: false, paths: files.map(({ path }) => path) });
  const added = done.files.reduce((sum, file) => sum + file.added, 0);
  out.line(`Imported ${countNoun(added, 'rule')}.\n`);
}

/** What is to be done by those who were not asked. */
export const rulesNote = ({ root, files }: FoundRules): string =>
  `${countNoun(
    files.reduce((sum, { rules }) => sum + rules, 0),
    'rule',
  )} in ${files.map(({ path }) => oneLine(path)).join(', ')}: \`sqrl teach --all${root === undefined ? '' : ` --project ${oneLine(root)}`}\` imports them.`;
