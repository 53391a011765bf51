import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../store/open.ts';
import { seeProject } from '../../store/projects.ts';
import { homeOf } from '../../workspace/home.ts';
import { knownProject } from '../../workspace/known-project.ts';
import { folderProject } from './project-of.ts';

const now = () => Date.UTC(2026, 10, 15);

/** A home in which the projects of some folders of another machine were seen. */
function homeThatSaw(...folders: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const home = homeOf(join(root, '.sqrl'));
  const projects = folders.map((folder) => folderProject(folder, null).project);
  if (folders.length > 0) {
    using store = openStore(home.user, { now });
    for (const project of projects) seeProject(store, project, now());
  }
  const call = (called: string, folder = `/nowhere/${called}`) => knownProject(home, { called, folder, now });
  return { home, projects, call };
}

test('a project of another machine goes by its name, its id and the folder it had there', () => {
  const { call, projects } = homeThatSaw('/Users/ann/shop', 'C:\\Users\\ann\\cart');
  const [shop, cart] = projects;
  for (const called of ['shop', shop!.id, '/Users/ann/shop']) expect(call(called)).toEqual(shop);
  expect(call('../shop', '/Users/ann/shop')).toEqual(shop);
  for (const called of ['cart', 'C:\\Users\\ann\\cart', 'c:/Users/ann/cart'])
    expect(call(called)).toEqual(cart);
});

test('a name of two projects is not guessed, and one of none says which there are', () => {
  const { call } = homeThatSaw('/Users/ann/shop', '/Users/bob/shop');
  expect(() => call('shop')).toThrow('Several projects are named shop.');
  expect(call('/Users/bob/shop').root).toBe('/Users/bob/shop');
  expect(() => call('shpo')).toThrow(
    expect.objectContaining({ code: 'usage', hint: 'Known: shop.' }) as Error,
  );
});

test('to look for a project makes no home', () => {
  const { call, home } = homeThatSaw();
  expect(() => call('shop')).toThrow('neither a folder nor a known project');
  expect(existsSync(home.root)).toBe(false);
});
