// What a thread that reads code uses: it loads the parser.
export { type CurrentFile, carefulReader } from './index/careful-reader.ts';
export { type ChunkText, textsOf } from './index/chunk-text.ts';
export { followCode } from './index/follow-code.ts';
export { openIndexer } from './index/indexer.ts';
export { openCodeReader } from './parse/parse.ts';
