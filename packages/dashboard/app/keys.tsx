import { useMantineColorScheme } from '@mantine/core';
import { spotlight } from '@mantine/spotlight';
import { useLocation } from 'wouter';
import { useUndo } from '../actions/undo.tsx';
import { type KeyBinding, useBindings, useKeys } from '../keys/keys.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Keys } from '../parts/Keys.tsx';
import { panels } from './panels.ts';
import styles from './shell.module.css';

/** Every key that does something on the panel at hand. */
export function HelpSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const told = useBindings().filter(({ does }) => does);
  const groups = Map.groupBy(told, ({ group }) => group ?? 'Anywhere');
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={styles.help}>
        {[...groups].map(([group, bindings]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {bindings.map(({ keys, does }) => (
                <div key={keys}>
                  <dt>{does}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

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
    ...panels.map(({ title, path, key }) => ({
      keys: `g ${key}`,
      does: title,
      group: goTo,
      run: () => go(path),
    })),
  ];
  useKeys(bindings);
}
