/**
 * `node:http`, for programs that start often. Importing it as a module reads each of its exports; one of them is a
 * WebSocket, which loads the whole of `fetch`: two thirds of the time in which a short command starts.
 */
export const { Agent, request } = process.getBuiltinModule('node:http');
