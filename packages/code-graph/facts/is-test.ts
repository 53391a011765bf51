import { basename } from 'node:path/posix';

/** Whether a file holds tests or what only tests need, by the habits of all languages. */
export const isTest = (path: string): boolean => FOLDER.test(path) || FILE.test(basename(path));

const FOLDER =
  /(?:^|\/)(?:(?:\w+[-_])?tests?|__tests__|__mocks__|__fixtures__|specs?|e2e|testing|testdata|Tests)\//;

const FILE =
  /[._-](?:test|spec|e2e|bench)\.\w+$|_(?:test|spec)\.\w+$|^test_.*\.py$|^conftest\.py$|Tests?\.\w+$/;
