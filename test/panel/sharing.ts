import { createHash } from 'node:crypto';
import { canonical, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { expect, onTestFinished, test } from 'vitest';
import { type MadeHub, madeHub } from '../support/made-hub.ts';
import { hindrances } from './everybody.ts';
import { type PanelTestHome, SLOW, SOON } from './panel-home.ts';

/** A memory that Bob has put into the team. */
function bobsMemory(hub: MadeHub, id: string, text: string, reviewedBy: { id: string; name: string } | null) {
  const crew = hub.find('crew');
  const at = Date.now() - 60_000;
  const bob = { id: 'p-Bob', name: 'Bob' };
  const state: SharedState = {
    text: ['many', { [`tag${id}`]: [text, at, 'd', 'Bob ~00000000'] }, []],
    type: ['last', 'requirement', at, 'd'],
  };
  const facts = {
    ...{ seq: ++crew.head, author: bob, by: { [`tag${id}`]: bob }, proof: 'made', dismissed: false },
    ...{ hash: createHash('sha256').update(canonical(state)).digest('hex'), reviewedBy },
    proposed: reviewedBy === null,
  };
  crew.records.set(`memory ${id}`, { kind: 'memory', id, state, facts });
}

/** A home at a hub with a team: Ann, its maintainer, has a second device; Bob has said one thing and proposes another. */
async function joinTeam(house: PanelTestHome): Promise<MadeHub> {
  const hub = await madeHub();
  hub.space('team', 'crew', { Ann: 'maintainer', Bob: 'member' });
  const login = { url: hub.url, code: hub.invite('Ann'), person: 'Ann', device: 'laptop' };
  await house.client.call('hubLogin', login);
  onTestFinished(async () => void (await house.client.call('hubLogout', { remove: true })));
  const phone = { code: hub.invite('Ann'), person: '', device: 'old phone' };
  await fetch(`${hub.url}/v1/pair`, { method: 'POST', body: JSON.stringify(phone) });
  bobsMemory(hub, 'known001', 'Ask Bob before a release', { id: 'p-Ann', name: 'Ann' });
  bobsMemory(hub, 'prop0001', 'Deploys happen on Tuesdays only', null);
  await house.client.call('hubSync', {});
  return hub;
}

/** What leaves this machine, people and devices, what a newcomer should know, and what a team decides. */
export function sharingTests(house: PanelTestHome): void {
  test(
    'a person sees what leaves, who gets it and what is new, decides a proposal as shown, and locks a device out',
    SLOW,
    async () => {
      const page = await house.open('/settings/sharing', { bypassCSP: true });
      await page.getByText('Nothing leaves this machine through a hub').waitFor();
      const hub = await joinTeam(house);
      const part = (name: string) =>
        page.locator('section', { has: page.getByRole('heading', { name }) }).last();
      await part('What leaves this machine').getByText('Team crew').waitFor();
      await part('What leaves this machine').getByText('2 from others').waitFor();
      await part('What leaves this machine').getByText('Stays on this machine').waitFor();
      await part('People in Team crew').getByText('maintainer', { exact: true }).waitFor();
      expect(await hindrances(page)).toEqual([]);

      // Only the other device can be locked out, after a question.
      const devices = part('Devices');
      expect(await devices.getByRole('button', { name: 'Revoke' }).count()).toBe(1);
      await devices.getByRole('button', { name: 'Revoke' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke old phone?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(hub.requests).not.toContain('POST /v1/revoke');
      await devices.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await devices.getByText(/Ann · revoked/).waitFor();
      // A hub that does not answer leaves what is known here on the page, and the page says why the rest is missing.
      const slow = JSON.stringify({ code: 'slow', message: 'Too many requests.', hint: '' });
      hub.instead = (_, response) => Boolean(response.writeHead(429).end(slow));
      await page.reload();
      await devices
        .getByRole('alert')
        .getByText(/The hub says: Too many requests/)
        .waitFor();
      await part('What leaves this machine').getByText('Team crew').waitFor();
      hub.instead = undefined;

      // What a newcomer should know stands on the first page until it was read.
      await page.getByRole('link', { name: 'Home' }).click();
      await part('What to know first in crew').getByText('Ask Bob before a release').waitFor();
      await part('What to know first in crew')
        .getByText('Bob (team crew, reviewed by Ann, unsigned)')
        .waitFor();
      await page.getByRole('button', { name: 'I have read these' }).click();
      await page.getByText('What to know first in crew').waitFor({ state: 'detached' });

      // Approved is what was shown; a wording that came in between is not.
      await page.getByRole('link', { name: 'Review', exact: false }).first().click();
      const proposed = part('Proposed to a team');
      await proposed.getByText('Deploys happen on Tuesdays only').waitFor();
      await proposed.getByText('Bob to crew', { exact: false }).waitFor();
      // In one place: as a maintainer, Ann decides for the team.
      expect(await page.getByText('Deploys happen on Tuesdays only').count()).toBe(1);
      expect(await hindrances(page)).toEqual([]);
      const record = () => hub.find('crew').records.get('memory prop0001')!;
      const { hash } = record().facts;
      record().facts.hash = 'another';
      await proposed.getByRole('button', { name: 'Approve for the team' }).click();
      await proposed
        .getByRole('alert')
        .getByText(/changed since you saw it/)
        .waitFor();
      record().facts.hash = hash;
      await proposed.getByRole('button', { name: 'Approve for the team' }).click();
      await expect.poll(() => record().facts.reviewedBy?.name, SOON).toBe('Ann');
      await page.getByText('Proposed to a team').waitFor({ state: 'detached' });
    },
  );
}
