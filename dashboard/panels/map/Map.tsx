import { usePlace } from '../../calls/place.ts';
import { useVerb } from '../../calls/verb.ts';
import { Empty } from '../../parts/Empty.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { Page } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import { Explorer } from './Explorer.tsx';
import { useAtlas } from './picture.ts';
import { Unread } from './Unread.tsx';
import { mapWords } from './words.ts';

/** More dots than this nobody tells apart. */
const MAX_DOTS = 8000;

/** The code: its parts and files, how they lean on each other, and what is remembered of each. */
export default function CodeMap() {
  const say = useWords(mapWords);
  const { global } = usePlace();
  const { data, error, isPending, refetch } = useVerb(
    'map',
    { detail: 'files', limit: MAX_DOTS },
    { enabled: !global, keep: true },
  );
  const atlas = useAtlas(data);
  if (atlas && atlas.picture.modules.length > 0) return <Explorer atlas={atlas} />;
  return (
    <Page title={say('title')}>
      {global ? (
        <Empty icon="map" title={say('global.title')}>
          {say('global.text')}
        </Empty>
      ) : isPending ? (
        <Loading lines={8} />
      ) : error && !data ? (
        <TroubleNote trouble={error} onAgain={refetch} />
      ) : data?.indexed ? (
        <Empty icon="map" title={say('none.title')}>
          {say('none.text')}
        </Empty>
      ) : (
        <Unread />
      )}
    </Page>
  );
}
