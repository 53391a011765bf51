import type { MessageText } from './text.ts';

/** Notices, each with its hint. */
export const NOTICE_MESSAGES = {
  // Notices, each with its hint.
  'notice.wrongInOneSession': '{n} memories shown in one session were wrong.',
  'notice.wrongInOneSession.hint':
    '`sqrl config trust {lower}` shows only memories with a higher confidence; `sqrl config trust {level}` keeps the current level.',
  'notice.noLlm': 'No language model is configured, so the answer quotes the memories.',
  'notice.noLlm.hint': 'Set llm.provider in the settings.',
  'notice.llmFailed': '{trouble}',
  'notice.llmFailed.hint': 'The answer quotes the memories instead.',
  'notice.llmNoAnswer': 'The LLM found no answer in the memories.',
  'notice.llmNoAnswer.hint': 'These are the closest memories.',
  'notice.noWork': 'No work is recorded from {from} to {to}. The latest before is of {day}.',
  'notice.noWork.hint': 'Ask for that day: `sqrl ask "What happened on {day}?"`',
  'notice.spareEmbedder':
    'The embedder does not respond, so memories were searched with the bundled model: {trouble}',
  'notice.spareEmbedder.hint': 'Conversations and code are searched by words until it responds.',
  'notice.embedderDown': 'The embedder does not respond: {trouble}',
  'notice.embedderDown.hint':
    'Until it responds, search matches words only; `sqrl doctor reembed` adds the missing vectors.',
  'notice.judgeDown': 'The models that judge what was said do not respond: {trouble}',
  'notice.judgeDown.hint': 'What was said waits until they do; `sqrl ingest learn` tries again.',
  'notice.nothingReplaced': 'Nothing was replaced: no memory matches “{meant}”.',
  'notice.nothingReplaced.hint': 'Pass the id instead; `sqrl list` shows it.',
  'notice.sharedIgnored': 'Git ignores {file}, so a commit does not take it along.',
  'notice.sharedIgnored.hint':
    'In .gitignore write `.ctx/*` instead of the folder, and `!{file}` in the next line.',
  'notice.joined':
    'The memories of {project} were moved here ({n}): its folder is a clone of the same repository.',
  'notice.joined.hint': '`sqrl status` names the folders of this project.',
  'notice.bothVersions': 'Memories with another text in the file than here are kept in both versions.',
  'notice.bothVersions.hint': '`sqrl review` shows them; confirm the one that is right.',
  'notice.rerankerDown': 'The reranker does not respond: {trouble}',
  'notice.rerankerDown.hint': 'Results are not reranked until it responds.',
  'notice.unembedded': {
    one: '1 memory has no vector of {model} yet and is found by words only.',
    other: '{n} memories have no vector of {model} yet and are found by words only.',
  },
  'notice.unembedded.hint': 'Run `sqrl doctor reembed`.',
  'notice.indexing': 'Another process is indexing this code.',
  'notice.indexing.hint': '`sqrl graph status` shows its progress.',
  'notice.historyDamaged': 'Part of the history could not be read: {trouble}',
  'notice.historyDamaged.hint': 'The answer covers the rest. `git fsck` shows what is damaged.',
  'notice.diskFull': 'The disk that holds {path} is full. Memories can be read, but nothing new is saved.',
  'notice.diskFull.hint': 'Free some space: `df -h` shows which disk is full.',
  'notice.readOnly': '{path} is not writable. Memories can be read, but nothing new is saved.',
  'notice.readOnly.hint':
    'Check the permissions of the file and its folder, and that the disk is not mounted read-only.',
  'notice.storeMissing': '{path} was missing. {repair}',
  'notice.storeMissing.hint':
    'If you deleted it on purpose, run `sqrl forget --all`, which also erases its copies.',
  'notice.wordIndexRebuilt': 'The word index of {path} was damaged and was rebuilt. No memory is lost.',
  'notice.wordIndexRebuilt.hint': 'If this happens again, check the disk.',
  'notice.storeReplaced': '{path} was damaged. {repair}',
  'notice.storeReplaced.hint': 'The damaged file is kept as {aside}; delete it when you no longer need it.',
  'repair.copy': {
    one: 'It was replaced by its copy of {at} with 1 memory.',
    other: 'It was replaced by its copy of {at} with {n} memories.',
  },
  'repair.newStore': 'It has no good copy; Squirrel created a new store.',
  'repair.typed': {
    one: '1 memory that you typed or changed is back from the journal.',
    other: '{n} memories that you typed or changed are back from the journal.',
  },
  'repair.unread': {
    one: '1 line of the journal could not be read and was skipped.',
    other: '{n} lines of the journal could not be read and were skipped.',
  },
  'repair.logs': 'Squirrel reads the logs of your sessions again.',
  'repair.then': '{first} {then}',
} as const satisfies Record<string, MessageText>;
