import { globSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Engine } from '../../workspace/workspace.ts';

/** A file that tells agents how to work. */
export interface RuleSource {
  path: string;
  /** Everywhere, in the project, or in one folder of it. */
  scope: 'global' | 'project' | 'path';
  scopeOf: string | null;
}

/** The rule files that lie in the project, and those of the person that hold everywhere. */
export function findRules({ project, clients }: Engine): RuleSource[] {
  const found: RuleSource[] = [];
  const add = (path: string, scope: RuleSource['scope'], scopeOf: string | null = null) => {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() && !found.some((one) => one.path === path))
      found.push({ path, scope, scopeOf });
  };
  if (project) {
    for (const name of IN_PROJECT) add(join(project.root, name), 'project');
    for (const pattern of PATTERNS) for (const path of globs(project.root, pattern)) add(path, 'project');
    for (const path of globs(project.root, '*/**/{CLAUDE,AGENTS,GEMINI}.md', NOT_OURS)) {
      const folder = relative(project.root, dirname(path)).replaceAll('\\', '/');
      if (!folder.startsWith('.')) add(path, 'path', folder);
    }
  }
  if (clients) {
    for (const path of [
      join(clients.claude, 'CLAUDE.md'),
      ...globs(clients.claude, 'rules/*.md'),
      join(clients.codex, 'AGENTS.md'),
      join(clients.gemini, 'GEMINI.md'),
      join(clients.copilot, 'copilot-instructions.md'),
    ])
      add(path, 'global');
    if (project)
      // The index only names the others.
      for (const path of globs(join(clients.claude, 'projects', slugOf(project.root), 'memory'), '*.md'))
        if (basename(path) !== 'MEMORY.md') add(path, 'project');
  }
  return found;
}

/** The folder that Claude Code keeps for a project. */
const slugOf = (root: string): string => root.replace(/[^A-Za-z0-9]/g, '-');

const IN_PROJECT = [
  'CLAUDE.md',
  'CLAUDE.local.md',
  '.claude/CLAUDE.md',
  'AGENTS.override.md',
  'AGENTS.md',
  'GEMINI.md',
  'QWEN.md',
  '.cursorrules',
  '.windsurfrules',
  '.clinerules',
  '.goosehints',
  'CONVENTIONS.md',
  '.github/copilot-instructions.md',
  '.junie/guidelines.md',
];

const PATTERNS = [
  '.claude/rules/**/*.md',
  '.cursor/rules/**/*.{md,mdc}',
  '.windsurf/rules/*.md',
  '.github/instructions/*.md',
  '.clinerules/*.md',
];

const NOT_OURS = ['**/node_modules/**', '**/vendor/**', '**/dist/**', '**/.git/**', '**/target/**'];

function globs(cwd: string, pattern: string, exclude: readonly string[] = []): string[] {
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return [];
  return globSync(pattern, { cwd, exclude: [...exclude] })
    .sort()
    .slice(0, MOST)
    .map((path) => join(cwd, path));
}

const MOST = 200;
