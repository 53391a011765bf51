import { codeSchema } from '@sqrl/code-graph/tables/schema.ts';
import { deliverySchema } from './schema/delivery.ts';
import { learningSchema } from './schema/learning.ts';
import { memorySchema } from './schema/memory.ts';
import { sessionsSchema } from './schema/sessions.ts';
import { sharingSchema } from './schema/sharing.ts';
import { vectorsSchema } from './schema/vectors.ts';

/** The schema of 0.1.0. A user's and a project's file have the same tables; one uses those that the other leaves empty. */
export const schema: string = [
  memorySchema,
  vectorsSchema,
  sessionsSchema,
  learningSchema,
  deliverySchema,
  codeSchema,
  sharingSchema,
].join('');

/** The version of a file that `schema` made. Files with a lower one are older than 0.1.0 and are set aside. */
export const FIRST_VERSION = 100;

/** How files of 0.1.0 come to the present schema, oldest first. Forward only: an entry that was released is never edited. */
export const migrations: readonly string[] = [];

/** The version of a file that has seen all of some migrations. */
export const latestVersion = (list: readonly string[]): number => FIRST_VERSION + list.length;
