// Says on descriptor 3 what processor time a process took, when it ends.
process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(process.cpuUsage())));
