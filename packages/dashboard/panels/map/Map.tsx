import { usePlace } from '../../calls/place.ts';
import { useVerb } from '../../calls/verb.ts';
import { Page } from '../../parts/Page.tsx';
import { Empty, Loading, TroubleNote } from '../../parts/states.tsx';
import { Explorer } from './Explorer.tsx';
import { useAtlas } from './picture.ts';
import { Unread } from './Unread.tsx';

/** More dots than this nobody tells apart. */
const MAX_DOTS = 8000;

/** The code: its parts and files, how they lean on each other, and what is remembered of each. */
export default function CodeMap() {
  const { global } = usePlace();
  const { data, error, isPending, refetch } = useVerb(
    'map',
    { detail: 'files', limit: MAX_DOTS },
    { enabled: !global, keep: true },
  );
  const atlas = useAtlas(data);
  if (atlas && atlas.picture.modules.length > 0) return <Explorer atlas={atlas} />;
  return (
    <Page title="Map">
      {global ? (
        <Empty icon="map" title="Global memories have no code">
          Choose a project to see its map.
        </Empty>
      ) : isPending ? (
        <Loading lines={8} />
      ) : error && !data ? (
        <TroubleNote trouble={error} onAgain={refetch} />
      ) : data?.indexed ? (
        <Empty icon="map" title="No source code found">
          Ignored, generated and binary files are not indexed.
        </Empty>
      ) : (
        <Unread />
      )}
    </Page>
  );
}
