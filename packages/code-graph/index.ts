// What the rest of Squirrel uses of the code graph. docs/ARCHITECTURE.md says what crosses.
export type { FileFacts } from './facts/facts.ts';
export { affectedTests, symbolsAt } from './graph/affected.ts';
export { type CodeGraph, openGraph } from './graph/graph.ts';
export type { Impact } from './graph/impact.ts';
export { exactly, findSymbols, pathOf, qualifiedName } from './graph/lookup.ts';
export { codeMap, moduleMap } from './graph/modules.ts';
export { filesNear, filesTied } from './graph/near.ts';
export { readTag } from './graph/reach.ts';
export { testsOf } from './graph/tests.ts';
export { breakageOf, inheritedMember, usedFunctions, usesOf } from './graph/users.ts';
export { changedFiles, changedLines } from './history/changed-files.ts';
export { companionsIn, readHistory } from './history/cochange.ts';
export { MAX_FILE_BYTES, scan } from './index/scan.ts';
export type { IndexReport } from './index/work.ts';
export { importScip } from './scip/keep-scip.ts';
