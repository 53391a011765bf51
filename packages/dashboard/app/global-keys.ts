import { useMantineColorScheme } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { useLocation } from 'wouter';
import { useUndo } from '../actions/undo.tsx';
import { type KeyBinding, useKeys } from '../keys/keys.ts';
import { shellWords } from '../words/shell.ts';
import { panels } from './panels.ts';

/** The keys that work everywhere. */
export function useGlobalKeys({ onHelp }: { onHelp: () => void }): void {
  const [, go] = useLocation();
  const { toggleColorScheme } = useMantineColorScheme();
  const undo = useUndo();
  const [page, goTo] = ['Anywhere', 'Go to'];
  const bindings: KeyBinding[] = [
    { keys: 'mod+k', does: 'Command menu', group: page, typing: true, run: () => spotlight.open() },
    { keys: '?', does: 'Keyboard shortcuts', group: page, run: onHelp },
    { keys: 'z', does: 'Undo', group: page, run: () => undo() },
    { keys: 't', does: 'Switch light and dark', group: page, run: () => toggleColorScheme() },
    ...panels.map(({ name, path, key }) => ({
      keys: `g ${key}`,
      does: shellWords[`panel.${name}`],
      group: goTo,
      run: () => go(path),
    })),
  ];
  useKeys(bindings);
}
