import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Card } from '../../parts/Page.tsx';
import { Answered } from '../../parts/states.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, number } from '../../words/times.ts';
import { Erase } from './Erase.tsx';
import { ExportCard } from './ExportCard.tsx';

/** What is kept and where, what was kept out of it, what leaves this machine; and how to take it along or erase it. */
export function PrivacyPart() {
  const answer = useVerb('privacy', {});
  return (
    <>
      <Card title="Stored data">
        <Answered of={answer} lines={4}>
          {(privacy) => <Kept privacy={privacy} />}
        </Answered>
      </Card>
      <ExportCard />
      <Erase />
    </>
  );
}

function Kept({ privacy: { files, redactions, leaves } }: { privacy: Output<'privacy'> }) {
  const kinds = Object.entries(redactions.byKind);
  return (
    <>
      <p className="note" data-tone={leaves.length === 0 ? 'good' : 'warn'}>
        <Icon name={leaves.length === 0 ? 'check' : 'warning'} />
        {leaves.length === 0
          ? 'Nothing leaves this machine.'
          : 'With your settings, this may leave the machine:'}
      </p>
      {leaves.map(({ what, to }) => (
        <p key={to + what}>
          <code className="mono">{to}</code>: {what}
        </p>
      ))}
      <h3>Redacted secrets</h3>
      <p>
        {redactions.memories + redactions.events === 1
          ? `1 secret was replaced before it was stored (in the latest ${number(redactions.lookedAt)} events).`
          : `${number(redactions.memories + redactions.events)} secrets were replaced before they were stored (in the latest ${number(redactions.lookedAt)} events).`}
      </p>
      {kinds.length > 0 && (
        <ul className="row">
          {kinds.map(([kind, n]) => (
            <li key={kind} data-badge>
              {kind} <b className="number">{number(n)}</b>
            </li>
          ))}
        </ul>
      )}
      <h3>Files</h3>
      <ul className="rows">
        {files.map(({ path, bytes, lastCopyAt }) => (
          <li key={path}>
            <code className="mono wrap">{path}</code>
            <span className="gap" />
            <span className="facts">
              <span className="number">{`${number(Math.round(bytes / 104_857.6) / 10)} MB`}</span>
              <span>{lastCopyAt === null ? 'no copy yet' : `copied ${ago(lastCopyAt)}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
