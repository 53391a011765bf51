#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major >= 24 || (major === 22 && minor >= 20)) await import('../dist/hub/main.js');
else {
  console.error(
    `sqrl-hub needs Node 22.20 or newer (23 excepted), and this is Node ${process.versions.node}.`,
  );
  process.exitCode = 1;
}
