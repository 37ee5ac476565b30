import { expect, it } from 'vitest'
import { translatorFor } from '../translator.ts'
import { type ClientFacts, statusOf, usageLines } from './client-card.ts'

const GB = 1024 ** 3
const at = {
  now: 1_800_000_000_000,
  zone: 'UTC',
  thresholds: { expireDiffMs: 0, trafficDiffBytes: 0 },
}
const ann: ClientFacts = {
  ...{ email: 'ann', subId: 's', enable: true, online: false, lastOnline: 0, ips: 0, tgId: 0, comment: '' },
  ...{ up: GB, down: GB, quota: 0, expiryTime: 0, group: 'family', reset: 0, inbounds: [] },
}

it('a member of a group reads the quota and the end that end it', () => {
  const service = { used: 10 * GB, total: 10 * GB, expiryTime: at.now + 86_400_000, sharedBy: 'family' }
  const said = usageLines({ ...ann, service }, translatorFor('en'), at).join('\n')
  expect(said).toContain('Traffic: 10 GB of 10 GB')
  expect(said).toContain('Shared with the group family: 0 kB left')
  const some = usageLines({ ...ann, service: { ...service, used: 7 * GB } }, translatorFor('en'), at).join(
    '\n',
  )
  expect(some).toContain('Shared with the group family: 3 GB left')
  expect(usageLines(ann, translatorFor('en'), at).join('\n')).not.toContain('Shared')
  expect(said).toContain('tomorrow')
  expect(said).toMatch(/1 GB.*1 GB/) // up and down are its own
  expect([statusOf(ann, at), statusOf({ ...ann, service }, at)]).toEqual(['active', 'depleted'])
})
