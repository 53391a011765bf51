import { basename, extname } from 'node:path/posix';
import { remembered } from '@sqrl/base/memo.ts';
import { shellSteps } from '@sqrl/base/shell/steps.ts';
import type { ObservedStep } from '../signal.ts';
import { inGroups } from '../wording.ts';

export const changedBy = (step: ObservedStep): string[] => pathsOf(step, CHANGES);

export const readBy = (step: ObservedStep): string[] => pathsOf(step, READS);

const pathsOf = ({ kind, outcome, files }: ObservedStep, ways: ReadonlySet<string>): string[] =>
  kind !== 'result' || outcome !== 'ok'
    ? []
    : files.flatMap(({ way, outside, path }) =>
        ways.has(way) && !outside && saysSomething(path) ? [path] : [],
      );

const READS: ReadonlySet<string> = new Set(['read']);
const CHANGES: ReadonlySet<string> = new Set(['edit', 'write', 'delete']);

const PATHS = 5000;

const saysSomething = remembered((path) => extname(path) !== '' && !isNoise(path), PATHS);

/** Whether a path says nothing about the code: made by a tool, kept by hand along with everything, or somebody else’s. */
export const isNoise = (path: string): boolean =>
  foreignFolder(path) !== undefined ||
  /(?:^|\/)(?:change ?log|changes|history|news|license|readme|todo|notes?)(?:\.\w+)?$/i.test(path) ||
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|[\w.-]*\.lock|[\w.-]*\.lockb|pnpm-lock\.yaml|go\.sum|packages\.lock\.json)$/i.test(
    path,
  ) ||
  /\.(?:snap|map|min\.js|min\.css|log|png|jpe?g|gif|svg|ico|webp|pdf|csv)$/i.test(path);

/** The folder that makes a path somebody else’s, if one does. */
const foreignFolder = (path: string): string | undefined =>
  /(?:^|\/)(node_modules|bower_components|vendor|third_party|site-packages|\.venv|venv|__pycache__|dist|build|out|target|coverage|\.next|\.nuxt|\.git|\.cache|tmp|temp)\//.exec(
    path,
  )?.[1];

export const isTest: (path: string) => boolean = remembered(
  (path) =>
    /(?:^|\/)(?:tests?|__tests__|__mocks__|specs?|e2e|testing|fixtures)\//.test(path) ||
    /[._-](?:test|tests|spec|e2e|stories)\.\w+$|(?:^|\/)test_[^/]*$|(?:^|\/)conftest\.py$/.test(path),
  PATHS,
);

export const isConfig: (path: string) => boolean = remembered(
  (path) => CONFIG.test(basename(path)) || /(?:^|\/)(?:\.github|\.circleci|\.gitlab)\//.test(path),
  PATHS,
);

const CONFIG =
  /^(?:package\.json|[tj]sconfig[\w.-]*\.json|(?:biome|deno|turbo|nx|lerna|vercel|netlify|babel|composer|angular|knip)\.jsonc?|[\w.-]+\.config\.\w+|\.[\w-]*rc(?:\.\w+)?|\.env[\w.-]*|\.editorconfig|\.gitattributes|dockerfile[\w.-]*|docker-compose[\w.-]*|compose\.ya?ml|makefile|justfile|cmakelists\.txt|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pom\.xml|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt|tox\.ini|cargo\.toml|go\.mod|gemfile|rakefile|mix\.exs|schema\.prisma|pnpm-workspace\.yaml|procfile|fly\.toml|wrangler\.toml)$/i;

/** A file’s name without its endings and what marks a test: `cart` for `cart.test.ts`. */
export const stemOf: (path: string) => string = remembered(
  (path) =>
    basename(path)
      .replace(/^test_/, '')
      .replace(/(?:[._-](?:test|tests|spec|e2e|stories|module|d))*\.\w+$/i, '')
      .toLowerCase(),
  PATHS,
);

/** The part of the repository that a file is in: its first folder, with `src` or `lib` below it. */
export const partOf = remembered((path) => {
  const folders = path.split('/').slice(0, -1);
  return folders[1] === 'src' || folders[1] === 'lib' ? folders.slice(0, 2).join('/') : (folders[0] ?? '.');
}, PATHS);

/** The foreign folder most of what was found lies in. Lines that say how much was left out are no findings. */
export function floodedBy(text: string): string | undefined {
  const lines = text
    .slice(0, 4000)
    .split('\n')
    .filter((line) => /^[\w@./-]+\/[^\s:]+(?::|$)/.test(line));
  const foreign = lines.map((line) => foreignFolder(line)).filter((folder) => folder !== undefined);
  if (lines.length < 3 || foreign.length < lines.length * 0.8) return undefined;
  return inGroups(foreign, (folder) => folder)[0]![0];
}

export function conflictsIn({ tool, text, command }: ObservedStep): string[] {
  if (tool !== 'run' || command === null || !text.includes('CONFLICT (')) return [];
  if (!/\bgit\b.*\b(?:merge|rebase|pull|cherry-pick|stash|revert|am)\b/.test(command)) return [];
  return [...text.matchAll(/^CONFLICT \([\w/ ]+\): Merge conflict in (\S+)$/gm)]
    .map(([, path]) => path!)
    .filter((path) => !isNoise(path))
    .slice(0, 20);
}

export function takenBack({ tool, command }: ObservedStep, changed: readonly string[]): readonly string[] {
  if (tool !== 'run' || command === null || changed.length === 0) return [];
  return shellSteps(command).flatMap((step) => {
    const [, verb, rest = ''] = /\bgit (?:-C \S+ )?(checkout|restore|reset --hard)\b(.*)$/.exec(step) ?? [];
    if (verb === undefined || / --staged\b(?!.*--worktree)/.test(rest)) return [];
    const named = rest.split(' ').filter((word) => word !== '' && !word.startsWith('-'));
    if (verb === 'reset --hard' || named.includes('.')) return changed;
    return changed.filter((path) =>
      named.some(
        (name) =>
          path === name || name.endsWith(`/${path}`) || path.endsWith(`/${name.replace(/^\.\//, '')}`),
      ),
    );
  });
}
