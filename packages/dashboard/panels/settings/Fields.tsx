import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { SettingField } from './SettingField.tsx';
import type { Setting } from './setting.ts';
import styles from './settings.module.css';

/** The settings of some tables of the file. */
export function Fields({ of }: { of: readonly string[] }) {
  const { data, error, isPending, refetch } = useVerb('settings', {});
  if (isPending) return <Loading lines={3} />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  const shown = data.settings.filter(({ section }) => of.includes(section));
  const guarded = shown.filter((setting) => setting.guarded);
  return (
    <div className={styles.fields}>
      {fieldsOf(shown.filter((setting) => !setting.guarded))}
      {guarded.length > 0 && (
        <p className="quiet">
          These settings decide where texts and API keys go. They are changed in a terminal, with the command
          shown.
        </p>
      )}
      {fieldsOf(guarded)}
    </div>
  );
}

const fieldsOf = (settings: readonly Setting[]) =>
  settings.map((setting) => <SettingField key={setting.key} setting={setting} />);
