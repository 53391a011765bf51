import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Card } from '../../parts/Page.tsx';
import { shellWords } from '../../words/shell.ts';
import styles from './settings.module.css';

/** How the page itself looks, in this browser. */
export function PagePart() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card>
      <div className={styles.action}>
        <div>
          <span className={styles.label}>Theme</span>
          <SegmentedControl
            size="xs"
            aria-label="Theme"
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({
              value,
              label: shellWords[`theme.${value}`],
            }))}
          />
        </div>
      </div>
      <p className="quiet">Saved in this browser only.</p>
    </Card>
  );
}
