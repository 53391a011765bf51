// The thread that reads logs: finds, reads, redacts and stores, so that no request ever waits for it.
import { serveThread } from '@sqrl/base/thread.ts';
import { type IngestProtocol, ingestWork } from '../../ingest/work/ingest-work.ts';
import { settling } from './settle.ts';

serveThread<IngestProtocol>((thread) => ingestWork(thread, settling));
