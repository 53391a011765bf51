import { expect, test } from 'vitest';
import { releaseNotes, releaseTroubles } from '../scripts/check-release.ts';

const reading =
  ({
    version = '1.2.0',
    repository = 'x' as string | null,
    changelog = '## 1.2.0 (2027-01-02)\n\n- new\n',
  } = {}) =>
  (path: string) =>
    path === 'CHANGELOG.md' ? changelog : JSON.stringify({ version, repository });

test('a tag is released only as the version of everything that is published', () => {
  expect(releaseTroubles('v1.2.0', reading())).toEqual([]);
  expect(releaseTroubles('1.2', reading())).toEqual(['The tag 1.2 is not a version such as v0.1.0.']);
  expect(releaseTroubles('v1.3.0', reading({ changelog: '## 1.3.0 (unreleased)' }))).toEqual([
    'package.json has version 1.2.0, the tag 1.3.0.',
    'packages/hub/package.json has version 1.2.0, the tag 1.3.0.',
    'plugins/claude-code/.claude-plugin/plugin.json has version 1.2.0, the tag 1.3.0.',
    'plugins/codex/.codex-plugin/plugin.json has version 1.2.0, the tag 1.3.0.',
    'plugins/gemini/gemini-extension.json has version 1.2.0, the tag 1.3.0.',
    'CHANGELOG.md does not say when 1.3.0 is released.',
  ]);
  expect(releaseTroubles('v1.2.0', reading({ repository: null, changelog: '' }))).toEqual([
    'package.json has no repository; npm refuses provenance without it.',
    'CHANGELOG.md has no section ## 1.2.0.',
  ]);
});

test('the notes of a release are its section of the changelog', () => {
  expect(releaseNotes('1.2.0', '# Changelog\n\n## 1.2.0 (2027-01-02)\n\n- new\n\n## 1.1.0\n\n- old\n')).toBe(
    '- new',
  );
});
