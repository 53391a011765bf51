import { Card } from '../../parts/Page.tsx';
import { Fields } from './Fields.tsx';

/** The daemon, the code graph and the notes. */
export const RestPart = () => (
  <Card>
    <Fields of={['daemon', 'graph', 'notes']} />
  </Card>
);
