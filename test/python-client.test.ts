import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAM, person } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { expect, test } from 'vitest';

const client = fileURLToPath(new URL('../clients-sdk/python', import.meta.url));
const hasPython =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

test.skipIf(!hasPython)('the Python client keeps, finds and tells memories through a real daemon', () => {
  const { root, project, env } = person();
  // A copy: Python writes its cache next to what it reads.
  const copy = join(root, 'python');
  cpSync(client, copy, { recursive: true });
  const { status, stderr } = spawnSync('python3', ['-m', 'unittest', '-v', 'tests.test_client'], {
    ...{ cwd: copy, encoding: 'utf8' },
    env: {
      ...env,
      PROJECT: project,
      PYTHONPATH: join(copy, 'src'),
      SQRL_COMMAND: JSON.stringify([process.execPath, PROGRAM]),
    },
  });
  expect(status, stderr).toBe(0);
});
