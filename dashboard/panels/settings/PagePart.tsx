import { NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Card } from '../../parts/Page.tsx';
import { LANGUAGES, type PanelLanguage, useLanguage } from '../../words/language.tsx';
import { useWords } from '../../words/say.ts';
import { shellWords } from '../../words/shell.ts';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** How the page itself speaks and looks, in this browser. */
export function PagePart() {
  const say = useWords(settingsWords);
  const sayShell = useWords(shellWords);
  const { language, choose } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Card>
      <div className={styles.action}>
        <NativeSelect
          size="xs"
          label={say('page.language')}
          value={language}
          onChange={(event) => choose(event.currentTarget.value as PanelLanguage)}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        />
        <div>
          <span className={styles.label}>{say('page.theme')}</span>
          <SegmentedControl
            size="xs"
            aria-label={say('page.theme')}
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({
              value,
              label: sayShell(`theme.${value}`),
            }))}
          />
        </div>
      </div>
      <p className="quiet">{say('page.text')}</p>
    </Card>
  );
}
