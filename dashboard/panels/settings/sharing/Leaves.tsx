import { Link } from 'wouter';
import type { Output } from '../../../../src/protocol/verbs.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Card } from '../../../parts/Page.tsx';
import { Icon } from '../../../theme/icons.tsx';
import { useWords } from '../../../words/say.ts';
import { useFormats } from '../../../words/times.ts';
import styles from '../settings.module.css';
import { sharingWords } from './words.ts';

type HubStatus = Output<'hubStatus'>;

/** Every space with what travels there, what waits and what the hub refused. */
export function Leaves({ status }: { status: HubStatus }) {
  const say = useWords(sharingWords);
  const { ago } = useFormats();
  const { login, spaces, refused, failed, syncedAt, personal, forged, exchanged } = status;
  const last = syncedAt === null ? say('leaves.never') : say('leaves.last', { ago: ago(syncedAt) });
  return (
    <Card title={say('leaves.title')} side={last}>
      <p className={styles.told}>
        {say('leaves.to', { url: login!.url, org: login!.org, person: login!.person })}
      </p>
      {failed !== null && (
        <p className={styles.warn}>
          <Icon name="warning" /> <span lang="en">{failed}</span>
        </p>
      )}
      {forged.map(({ id, space, person }) => (
        <p key={id} className={styles.warn}>
          <Icon name="warning" /> {say('leaves.forged', { id, space, person })}
        </p>
      ))}
      {exchanged.map(({ device, person }) => (
        <p key={device} className={styles.warn}>
          <Icon name="warning" /> {say('leaves.exchanged', { device, person })}
        </p>
      ))}
      <ul className={styles.rows}>
        {spaces.map((space) => (
          <LeavingSpace key={space.id} space={space} />
        ))}
        {!personal && (
          <li>
            <div>
              <strong>{say('kind.personal')}</strong>
              <small>{say('leaves.stays')}</small>
            </div>
            <CommandLine command="sqrl sync --personal" />
          </li>
        )}
      </ul>
      <p className="quiet">{say('leaves.noMore')}</p>
      {refused.length > 0 && (
        <>
          <h3>{say('leaves.refused')}</h3>
          <ul className={styles.rows}>
            {refused.map(({ id, why, space, at }) => (
              <li key={id}>
                <div>
                  <Link href={`/memories?m=${id}`}>{id}</Link>
                  <small className={styles.because}>{isKnownRefusal(why) ? say(`why.${why}`) : why}</small>
                </div>
                <small>{say('leaves.refusedAt', { space, ago: ago(at) })}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}

const REFUSALS = [
  'space',
  'role',
  'notYours',
  'secret',
  'form',
  'tooLarge',
  'sealed',
  'clock',
  'tooMany',
] as const;
const isKnownRefusal = (why: string): why is (typeof REFUSALS)[number] =>
  (REFUSALS as readonly string[]).includes(why);

function LeavingSpace({ space }: { space: HubStatus['spaces'][number] }) {
  const say = useWords(sharingWords);
  const { kind, name, role, standing, waiting, auto } = space;
  const label = say(`kind.${kind}`);
  return (
    <li>
      <div>
        <strong>{kind === 'personal' ? label : `${label} ${name}`}</strong>
        <small>{say(auto ? `travels.${kind as 'personal' | 'project'}Auto` : `travels.${kind}`)}</small>
      </div>
      <span className={styles.facts}>
        <span>{say(`role.${role}`)}</span>
        <span>{say('leaves.mine', { n: standing.mine })}</span>
        <span>{say('leaves.theirs', { n: standing.reviewed + standing.proposed })}</span>
        {waiting > 0 && <span>{say('leaves.waiting', { n: waiting })}</span>}
      </span>
    </li>
  );
}
