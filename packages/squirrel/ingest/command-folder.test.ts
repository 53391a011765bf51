import { placerIn } from '@sqrl/base/paths.ts';
import { expect, test } from 'vitest';
import { folderOf } from './shell-files.ts';

const inShop = (cwd: string) => (path: string) => placerIn(['/home/dev/shop'])(path, cwd);

test.each([
  ['npm test', '/home/dev/shop', null],
  ['npm test', '/home/dev/shop/apps/web', 'apps/web'],
  ['cd apps/web && npm test', '/home/dev/shop', 'apps/web'],
  ['cd /home/dev/shop/apps/api && npm test 2>&1 | tail -5', '/home/dev/shop/apps/web', 'apps/api'],
  ['cd "/home/dev/shop" && git status', '/home/dev/shop/apps/web', null],
  ['cd .. && npm test', '/home/dev/shop/apps/web', 'apps'],
  ['cd /tmp/trial && npm test', '/home/dev/shop', '/tmp/trial'],
  // A client that tells the folder as it was afterwards.
  ['cd apps/web && npm test', '/home/dev/shop/apps/web', 'apps/web'],
  ['cd $HOME && ls', '/home/dev/shop/apps/web', 'apps/web'],
  ['ls; cd apps', '/home/dev/shop', null],
])('`%s` in %s works in %s', (command, cwd, folder) => {
  expect(folderOf(command, inShop(cwd))).toBe(folder);
});
