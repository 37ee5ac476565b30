import { afterEach, expect, test } from 'vitest'
import { type Flood, startHostileDirectory } from '#test/fixtures/hostile-directory.ts'
import type { DirectorySettings } from './connect.ts'
import { peopleOf } from './reader.ts'
import { passwordFits } from './search.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function directory(flood: Flood, ldapGroupDN = '') {
  const server = await startHostileDirectory(flood)
  stops.push(server.stop)
  const settings = {
    ldapHost: '127.0.0.1',
    ldapPort: server.port,
    ldapBaseDN: 'dc=a',
    ldapBindDN: 'cn=panel',
    ldapPassword: 'secret',
    ldapUserFilter: '',
    ldapUserAttr: 'mail',
    ldapTruthyValues: '',
    ldapGroupDN,
  } as unknown as DirectorySettings // the others are blank
  return { settings, server }
}

test.each(['entries', 'members'] as const)('a flood of %s is cut, and changes nobody', async (flood) => {
  const { settings, server } = await directory(flood, flood === 'members' ? 'cn=all' : '')
  // The library copies a long answer with each piece of it, so a busy machine may reach the limit of time first.
  const code = flood === 'members' ? /^directory\.too-(much|slow)$/ : /^directory\.too-much$/
  await expect(peopleOf(settings)).rejects.toMatchObject({ code: expect.stringMatching(code) })
  if (flood === 'entries') expect(server.sent.bytes).toBeLessThan(64 * 1024 * 1024)
})

test('a login reads a short answer', async () => {
  const { settings } = await directory('entries')
  const never = () => Promise.resolve(false)
  await expect(passwordFits(settings, 'somebody', 'secret', never)).rejects.toMatchObject({
    code: 'directory.too-much',
  })
})
