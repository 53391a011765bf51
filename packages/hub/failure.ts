import type { HubFailure } from '@sqrl/base/model/sync/hub-protocol.ts';

export class RequestFailure extends Error {
  readonly status: number;
  readonly body: HubFailure;

  constructor(status: number, code: HubFailure['code'], message: string, hint = '') {
    super(message);
    this.status = status;
    this.body = { code, message, hint };
  }
}

/** What is not there and what is another's look the same. */
export const notFound = (what: string): RequestFailure =>
  new RequestFailure(404, 'notFound', `Not found: ${what}.`);

/** What a person typed cannot be taken. */
export const badValue = (message: string, hint = ''): RequestFailure =>
  new RequestFailure(400, 'form', message, hint);

/** What no program of this version would send. */
export const badForm = (what: string): RequestFailure =>
  new RequestFailure(400, 'form', `The request is not of the form: ${what}.`, 'Update Squirrel.');
