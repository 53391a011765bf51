import { type ComponentType, useEffect } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Page } from '../../parts/Page.tsx';
import { useWords } from '../../words/say.ts';
import { ClientsPart } from './ClientsPart.tsx';
import { EmbedderPart } from './EmbedderPart.tsx';
import { LlmPart } from './LlmPart.tsx';
import { PagePart } from './PagePart.tsx';
import { PolicyPart } from './PolicyPart.tsx';
import { PrivacyPart } from './PrivacyPart.tsx';
import { RestPart } from './RestPart.tsx';
import styles from './settings.module.css';
import { TrustPart } from './TrustPart.tsx';
import { settingsWords } from './words.ts';

/** The parts of the page, in their order. Adding one is a new file and a new line here. */
const PARTS = [
  ['clients', ClientsPart],
  ['trust', TrustPart],
  ['llm', LlmPart],
  ['embedder', EmbedderPart],
  ['privacy', PrivacyPart],
  ['policy', PolicyPart],
  ['rest', RestPart],
  ['page', PagePart],
] as const satisfies readonly (readonly [string, ComponentType])[];

/** Who is heard, what may be asked and told, what is kept: everything that can be chosen. */
export default function Settings() {
  const say = useWords(settingsWords);
  const { data } = useVerb('settings', {});
  useEffect(() => {
    // The panel comes after the address: what its end names was not there yet.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <Page
      title={say('title')}
      side={
        data && (
          <span className={styles.path}>
            {say('path')} <code>{data.path}</code>
          </span>
        )
      }
    >
      <div className={styles.panel}>
        <nav className={styles.nav} aria-label={say('parts')}>
          {PARTS.map(([name]) => (
            <a key={name} href={`#${name}`}>
              {say(`part.${name}`)}
            </a>
          ))}
        </nav>
        <div className={styles.parts}>
          {PARTS.map(([name, Part]) => (
            <section key={name} id={name} className={styles.part} aria-labelledby={`${name}-title`}>
              <h2 id={`${name}-title`}>{say(`part.${name}`)}</h2>
              <Part />
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}
