// Says whether a tag may be released: every manifest has its version, and the changelog a section with a day. `--notes` prints that section.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const MANIFESTS = [
  'package.json',
  'packages/hub/package.json',
  'plugins/claude-code/.claude-plugin/plugin.json',
  'plugins/codex/.codex-plugin/plugin.json',
  'plugins/gemini/gemini-extension.json',
];

/** What keeps a version from being released, a line each. `read` gives a file of the repository. */
export function releaseTroubles(tag: string, read: (path: string) => string): string[] {
  const version = /^v(\d+\.\d+\.\d+(?:-[\w.]+)?)$/.exec(tag)?.[1];
  if (version === undefined) return [`The tag ${tag} is not a version such as v0.1.0.`];
  const wrong = MANIFESTS.filter((path) => JSON.parse(read(path)).version !== version).map(
    (path) => `${path} has version ${JSON.parse(read(path)).version}, the tag ${version}.`,
  );
  const { repository } = JSON.parse(read('package.json'));
  if (!repository) wrong.push('package.json has no repository; npm refuses provenance without it.');
  const heading = headingOf(version, read('CHANGELOG.md'));
  if (heading === undefined) wrong.push(`CHANGELOG.md has no section ## ${version}.`);
  else if (!/\d{4}-\d{2}-\d{2}/.test(heading))
    wrong.push(`CHANGELOG.md does not say when ${version} is released.`);
  return wrong;
}

/** The section of a version in the changelog, without its heading. */
export function releaseNotes(version: string, changelog: string): string {
  const [, ...lines] = changelog.slice(changelog.indexOf(`## ${version}`)).split('\n');
  const end = lines.findIndex((line) => line.startsWith('## '));
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim();
}

const headingOf = (version: string, changelog: string): string | undefined =>
  changelog.split('\n').find((line) => line.startsWith(`## ${version}`));

if (import.meta.main) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { notes: { type: 'boolean' } },
  });
  const tag = positionals[0] ?? '';
  const root = fileURLToPath(new URL('..', import.meta.url));
  const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
  const troubles = releaseTroubles(tag, read);
  for (const line of troubles) console.error(line);
  if (troubles.length > 0) process.exitCode = 1;
  else if (values.notes) console.log(releaseNotes(tag.slice(1), read('CHANGELOG.md')));
}
