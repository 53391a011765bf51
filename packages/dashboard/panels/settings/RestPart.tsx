import { Card } from '../../parts/Page.tsx';
import { Fields } from './Fields.tsx';

/** The daemon, the code graph, the conversations and the notes. */
export const RestPart = () => (
  <Card>
    <Fields of={['daemon', 'graph', 'conversations', 'notes']} />
  </Card>
);
