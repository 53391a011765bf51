import { useMantineColorScheme } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { useLocation } from 'wouter';
import { useUndo } from '../actions/undo.tsx';
import { type KeyBinding, useKeys } from '../keys/keys.ts';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';
import { panels } from './panels.ts';

/** The keys that work everywhere. */
export function useGlobalKeys({ onHelp }: { onHelp: () => void }): void {
  const say = useWords(shellWords);
  const [, go] = useLocation();
  const { toggleColorScheme } = useMantineColorScheme();
  const undo = useUndo();
  const [page, goTo] = [say('help.group.page'), say('help.group.go')];
  const bindings: KeyBinding[] = [
    { keys: 'mod+k', does: say('keys.palette'), group: page, typing: true, run: () => spotlight.open() },
    { keys: '?', does: say('keys.help'), group: page, run: onHelp },
    { keys: 'z', does: say('keys.undo'), group: page, run: () => undo() },
    { keys: 't', does: say('keys.theme'), group: page, run: () => toggleColorScheme() },
    ...panels.map(({ name, path, key }) => ({
      keys: `g ${key}`,
      does: say(`panel.${name}`),
      group: goTo,
      run: () => go(path),
    })),
  ];
  useKeys(bindings);
}
