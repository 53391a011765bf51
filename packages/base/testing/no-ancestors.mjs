// Hides from a program under test which processes started it: an agent may run the tests.
import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [read, exec] = [fs.readFileSync, childProcess.execFileSync];
const refuse = (path) => {
  if (/^\/proc\/|\/ps$/.test(String(path))) throw new Error(`${path} is hidden`);
};
fs.readFileSync = (path, ...rest) => {
  refuse(path);
  return read(path, ...rest);
};
childProcess.execFileSync = (path, ...rest) => {
  refuse(path);
  return exec(path, ...rest);
};
syncBuiltinESMExports();
