import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Card } from '../../../parts/Page.tsx';
import { Icon } from '../../../theme/icons.tsx';
import { counted } from '../../../words/say.ts';
import { ago, number } from '../../../words/times.ts';
import { KINDS, REFUSALS, TRAVELS, TRAVELS_BY_ITSELF } from './words.ts';

type HubStatus = Output<'hubStatus'>;

/** Every space with what travels there, what waits and what the hub refused. */
export function Leaves({ status }: { status: HubStatus }) {
  const { login, spaces, refused, failed, syncedAt, personal, forged, exchanged } = status;
  const last = syncedAt === null ? 'Not in sync yet' : `Last answer ${ago(syncedAt)}`;
  return (
    <Card title="What leaves this machine" side={last}>
      <p>
        {`To ${login!.url} (${login!.org}), as ${login!.person}. Each space has what you put there, and nothing else:`}
      </p>
      {failed !== null && (
        <p className="note" data-tone="warn">
          <Icon name="warning" /> <span lang="en">{failed}</span>
        </p>
      )}
      {forged.map(({ id, space, person }) => (
        <p key={id} className="note" data-tone="warn">
          <Icon name="warning" />{' '}
          {`Memory ${id} in ${space} is not used: its signature is not that of ${person}. The hub may have changed the words.`}
        </p>
      ))}
      {exchanged.map(({ device, person }) => (
        <p key={device} className="note" data-tone="warn">
          <Icon name="warning" />{' '}
          {`Device ${device} of ${person} has another key than before, so its words are not used. Ask ${person}, then run sqrl devices trust ${device}.`}
        </p>
      ))}
      <ul className="rows">
        {spaces.map((space) => (
          <LeavingSpace key={space.id} space={space} />
        ))}
        {!personal && (
          <li>
            <div>
              <strong>Personal</strong>
              <small>Stays on this machine. To sync your global memories between your devices, sealed:</small>
            </div>
            <CommandLine command="sqrl sync --personal" />
          </li>
        )}
      </ul>
      <p className="quiet">
        Sessions, quotes, evidence, questions, vectors, absolute paths, unconfirmed memories and texts with a
        secret never leave.
      </p>
      {refused.length > 0 && (
        <>
          <h3>Refused by the hub; these changes stay here</h3>
          <ul className="rows">
            {refused.map(({ id, why, space, at }) => (
              <li key={id}>
                <div>
                  <Link href={`/memories?m=${id}`} title={id}>
                    A memory of yours
                  </Link>
                  <small data-tone="warn">{REFUSALS[why] ?? why}</small>
                </div>
                <small>{`${space}, ${ago(at)}`}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

function LeavingSpace({ space }: { space: HubStatus['spaces'][number] }) {
  const { kind, name, role, standing, waiting, auto } = space;
  return (
    <li>
      <div>
        <strong>{kind === 'personal' ? KINDS[kind] : `${KINDS[kind]} ${name}`}</strong>
        <small>{(auto && TRAVELS_BY_ITSELF[kind]) || TRAVELS[kind]}</small>
      </div>
      <span className="facts">
        <span>{role}</span>
        <span>{`${number(standing.mine)} from you`}</span>
        <span>{`${number(standing.reviewed + standing.proposed)} from others`}</span>
        {waiting > 0 && <span>{counted(waiting, 'change waits', 'changes wait')}</span>}
      </span>
    </li>
  );
}
