import type { ComponentType } from 'react';
import { Link, useLocation } from 'wouter';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Page } from '../../parts/page.tsx';
import { settingsWords } from '../../words/nouns.ts';
import { ClientsPart } from './ClientsPart.tsx';
import { EmbedderPart, PolicyPart, RestPart } from './Fields.tsx';
import { LlmPart } from './LlmPart.tsx';
import { PrivacyPart } from './PrivacyPart.tsx';
import { SharingPart } from './SharingPart.tsx';
import { TrustPart } from './TrustPart.tsx';

/** The parts of the page, in their order. Adding one is a new file and a new line here. */
const PARTS = [
  ['clients', ClientsPart],
  ['trust', TrustPart],
  ['llm', LlmPart],
  ['embedder', EmbedderPart],
  ['privacy', PrivacyPart],
  ['sharing', SharingPart],
  ['policy', PolicyPart],
  ['rest', RestPart],
] as const satisfies readonly (readonly [string, ComponentType])[];

/** Who is heard, what may be asked and told, what is kept: everything that can be chosen, a part at a time. */
export default function Settings() {
  const [path, go] = useLocation();
  const { data } = useVerb('settings', {});
  const found = PARTS.findIndex(([name]) => name === path.split('/')[2]);
  const at = Math.max(0, found);
  const [name, Part] = PARTS[at]!;
  const move = (by: number) => go(`/settings/${PARTS[(at + by + PARTS.length) % PARTS.length]![0]}`);
  const group = 'Settings';
  useKeys([
    { keys: 'j', does: 'Next section', group, run: () => move(1) },
    { keys: 'k', does: 'Previous section', group, run: () => move(-1) },
  ]);
  return (
    <Page
      title="Settings"
      side={
        data && (
          <small className="wrap">
            Settings file <code className="mono">{data.path}</code>
          </small>
        )
      }
    >
      <div className="settings">
        <nav className="settings-nav" aria-label="Sections">
          {PARTS.map(([one]) => (
            <Link
              key={one}
              className="plain pick"
              href={`/settings/${one}`}
              aria-current={one === name ? 'page' : undefined}
            >
              {settingsWords[`part.${one}`]}
            </Link>
          ))}
        </nav>
        <section className="stack settings-part" aria-label={settingsWords[`part.${name}`]}>
          <Part />
        </section>
      </div>
    </Page>
  );
}
