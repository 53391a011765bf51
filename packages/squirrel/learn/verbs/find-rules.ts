import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { AGENT_CLIENTS } from '../../clients/clients.ts';
import { filesLike, ruleFilesAt } from '../../clients/files-like.ts';
import { FOLDER_RULES, PROJECT_RULES } from '../../clients/rule-files.ts';
import type { Engine } from '../../workspace/workspace.ts';

export interface RuleSource {
  path: string;
  scope: 'global' | 'project' | 'path';
  scopeOf: string | null;
}

export function findRules({ project, clients }: Engine): RuleSource[] {
  const found: RuleSource[] = [];
  const add = (path: string, scope: RuleSource['scope'], scopeOf: string | null = null) => {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() && !found.some((one) => one.path === path))
      found.push({ path, scope, scopeOf });
  };
  if (project) {
    for (const path of ruleFilesAt(project.root, PROJECT_RULES)) add(path, 'project');
    // Outside of a repository, such as in the home folder, what lies below belongs to other projects.
    const isRepository = existsSync(join(project.root, '.git'));
    const below = isRepository ? filesLike(project.root, `*/**/{${FOLDER_RULES.join(',')}}`, NOT_OURS) : [];
    for (const path of below) {
      const folder = relative(project.root, dirname(path)).replaceAll('\\', '/');
      if (!folder.startsWith('.') && !isInOther(project.root, folder)) add(path, 'path', folder);
    }
  }
  if (clients)
    for (const { name, rules } of AGENT_CLIENTS) {
      for (const path of ruleFilesAt(clients[name], rules.personal)) add(path, 'global');
      if (project && rules.notes)
        // The index only names the others.
        for (const path of filesLike(join(clients[name], rules.notes(project.root)), '*.md'))
          if (basename(path) !== 'MEMORY.md') add(path, 'project');
    }
  return found;
}

/** Whether a folder lies in another repository than the project: the home folder has all of them below it. */
const isInOther = (root: string, folder: string): boolean =>
  folder !== '.' && (existsSync(join(root, folder, '.git')) || isInOther(root, dirname(folder)));

const NOT_OURS = [
  ...['**/node_modules/**', '**/vendor/**', '**/dist/**', '**/.git/**', '**/target/**'],
  ...['**/fixtures/**', '**/__fixtures__/**', '**/testdata/**'],
];
