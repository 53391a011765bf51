import { useBindings } from '../keys/keys.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Keys } from '../parts/Keys.tsx';
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
