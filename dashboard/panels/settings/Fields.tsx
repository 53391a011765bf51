import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { SettingField } from './SettingField.tsx';
import styles from './settings.module.css';

/** The settings of some tables of the file. */
export function Fields({ of }: { of: readonly string[] }) {
  const { data, error, isPending, refetch } = useVerb('settings', {});
  if (isPending) return <Loading lines={3} />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  return (
    <div className={styles.fields}>
      {data.settings
        .filter(({ section }) => of.includes(section))
        .map((setting) => (
          <SettingField key={setting.key} setting={setting} />
        ))}
    </div>
  );
}
