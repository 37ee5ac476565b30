import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CoreApi, createCoreApi } from '#server/core/api/client.ts'
import { createConverter } from '#server/core/api/convert.ts'
import { createExecutor, type Execute, type LiveOperation } from '#server/core/api/execute.ts'
import type { UserEntry, UserHome } from '#server/core/api/users.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { coreBinary, hasCore } from './core/binary.ts'
import { serverConfig } from './core/config.ts'
import { entryOf, homeOf, inboundOf, makeSecrets, type Secrets, ways } from './core/inbounds.ts'

let secrets: Secrets
let core: ChildProcess
let api: CoreApi
let execute: Execute
const legacy: UserHome = { tag: 'legacy', protocol: 'shadowsocks', method: 'aes-256-gcm' }
const eve: Required<Pick<UserEntry, 'email' | 'id' | 'password' | 'auth'>> = {
  email: 'eve@example',
  id: '8ab8ab3b-22ba-4a1b-8a5c-8a4a4d1b3c2d',
  password: Buffer.alloc(16, 7).toString('base64'),
  auth: 'secret',
}

const otherKey = Buffer.alloc(16, 8).toString('base64')

const sorted = (texts: string[]) => [...texts].sort()
const rule = (ruleTag: string, port: string) => ({ ruleTag, port, outboundTag: 'blocked' })
const generation = (...rules: { ruleTag: string }[]): LiveOperation => ({
  op: 'replaceRules',
  routing: { rules },
})
const routeOf = async (targetPort: number) => {
  const { outboundTag } = await api.testRoute({ targetPort, network: 2, inboundTag: 'x' })
  return outboundTag
}

describe.runIf(hasCore())('the API of the real core', () => {
  beforeAll(async () => {
    secrets = await makeSecrets()
    const apiPort = await freePort()
    const config = serverConfig(secrets, apiPort)
    const inbounds = [
      ...ways.map((way) => inboundOf(secrets, way)),
      {
        tag: legacy.tag,
        listen: '127.0.0.1',
        port: await freePort(),
        protocol: 'shadowsocks',
        settings: { network: 'tcp', clients: [{ email: 'ann', password: 'p', method: legacy.method }] },
      },
    ]
    core = spawn(coreBinary, ['run', '-c', 'stdin:'], { stdio: ['pipe', 'ignore', 'inherit'], env: {} })
    core.stdin?.end(JSON.stringify({ ...config, inbounds }))
    api = createCoreApi(`127.0.0.1:${apiPort}`)
    execute = createExecutor(
      api,
      createConverter(() => coreBinary),
    )
    const answers = () =>
      api.sysStats().then(
        () => true,
        () => false,
      )
    let fault: Error | undefined
    core.once('error', (error) => {
      fault = error
    })
    await until('the core answers', () => {
      if (fault) throw fault
      return answers()
    })
  })
  afterAll(async () => {
    api.close()
    const ended = once(core, 'exit')
    core.kill('SIGKILL')
    await ended
  })

  it.each([
    ...ways.map((way) => ({ name: way, home: () => homeOf(secrets, way) })),
    { name: 'shadowsocks', home: () => legacy },
  ])('adds and removes a user of $name at runtime, idempotently', async ({ home }) => {
    const { tag } = home()
    const before = sorted(await api.userEmails(tag))
    const add = { op: 'addUser', home: home(), entry: eve } as const
    const remove: LiveOperation = { op: 'removeUser', tag, email: eve.email }
    await execute([add])
    await execute([add])
    expect(sorted(await api.userEmails(tag))).toEqual(sorted([...before, eve.email]))
    await execute([remove])
    await execute([remove])
    expect(sorted(await api.userEmails(tag))).toEqual(before)
  })

  const rekey = async (home: UserHome) => {
    const rekeyed = { email: eve.email, id: randomUUID(), password: otherKey, auth: 'another' }
    await execute([{ op: 'addUser', home, entry: eve }])
    await execute([{ op: 'addUser', home, entry: rekeyed }])
    const count = (await api.userEmails(home.tag)).filter((email) => email === eve.email).length
    for (let i = 0; i < count; i++) await execute([{ op: 'removeUser', tag: home.tag, email: eve.email }])
    return count
  }

  it.each(ways.filter((way) => way !== 'hysteria2'))(
    'a new credential on %s ends the old one',
    async (way) => {
      expect(await rekey(homeOf(secrets, way))).toBe(1)
    },
  )

  it('a new credential on hysteria2 ends the old one', async () => {
    expect(await rekey(homeOf(secrets, 'hysteria2'))).toBe(1)
  })

  it('a bulk edit of users ends in the state of its last step for each', async () => {
    const home = homeOf(secrets, 'trojan-tls')
    const emails = Array.from({ length: 100 }, (_, i) => `user${i}`)
    const adds = emails.map(
      (email): LiveOperation => ({ op: 'addUser', home, entry: { email, password: email } }),
    )
    const removes = emails
      .slice(1)
      .map((email): LiveOperation => ({ op: 'removeUser', tag: home.tag, email }))
    await execute([...adds, ...removes, ...adds.slice(50, 51)])
    expect(sorted(await api.userEmails(home.tag))).toEqual(['ann', 'bob', 'user0', 'user50'])
  })

  it('inbounds and outbounds are added, removed, and replaced if they exist', async () => {
    const vless = { ...inboundOf(secrets, 'vmess-ws'), tag: 'more', port: await freePort() }
    const outbound = { tag: 'more-out', protocol: 'blackhole' }
    const add: LiveOperation[] = [
      { op: 'addInbound', section: vless },
      { op: 'addOutbound', section: outbound },
    ]
    await execute([...add, ...add])
    expect(await api.inboundTags()).toContain('more')
    expect(sorted(await api.userEmails('more'))).toEqual(['ann', 'bob'])
    expect(await api.outboundTags()).toContain('more-out')
    const remove: LiveOperation[] = [
      { op: 'removeInbound', tag: 'more' },
      { op: 'removeOutbound', tag: 'more-out' },
    ]
    await execute([...remove, ...remove])
    expect(await api.inboundTags()).not.toContain('more')
    expect(await api.outboundTags()).not.toContain('more-out')
  })

  it('a generation of rules replaces the last', async () => {
    await execute([generation(rule('g1-0', '81'), rule('g1-1', '82'))])
    expect((await api.listRules()).map(({ ruleTag }) => ruleTag)).toEqual(['g1-0', 'g1-1'])
    expect(await routeOf(81)).toBe('blocked')
    await execute([generation(rule('g2-0', '83'))])
    expect((await api.listRules()).map(({ ruleTag }) => ruleTag)).toEqual(['g2-0'])
    expect(await routeOf(83)).toBe('blocked')
    await expect(routeOf(81)).rejects.toMatchObject({ kind: 'missing' })
  })

  it('a generation that the core refuses, or that reuses a tag, leaves the last one applied', async () => {
    await execute([generation(rule('g3-0', '84'))])
    const bad = { ruleTag: 'g4-0', port: '85', balancerTag: 'nobody' }
    await expect(execute([generation(bad)])).rejects.toMatchObject({ kind: expect.any(String) })
    await expect(execute([generation(rule('g3-0', '86'))])).rejects.toMatchObject({ kind: 'refused' })
    expect(await routeOf(84)).toBe('blocked')
  })

  it('errors have kinds', async () => {
    const home = homeOf(secrets, 'vless-reality')
    const ann = entryOf(secrets, 'vless-reality', 'ann')
    await expect(api.addUser(home, ann)).rejects.toMatchObject({ kind: 'exists' })
    await expect(api.removeUser(home.tag, 'nobody')).rejects.toMatchObject({ kind: 'missing' })
    await expect(api.removeUser('nowhere', 'ann')).rejects.toMatchObject({ kind: 'missing' })
    await expect(api.observatory()).rejects.toMatchObject({ kind: 'unimplemented' })
    await expect(
      execute([{ op: 'addOutbound', section: { tag: 'x', protocol: 'nothing' } }]),
    ).rejects.toMatchObject({
      kind: 'refused',
    })
    const nobody = createCoreApi(`127.0.0.1:${await freePort()}`)
    await expect(nobody.sysStats()).rejects.toMatchObject({ kind: 'unavailable' })
    nobody.close()
  })

  it('counts and lists without resetting anything', async () => {
    expect((await api.sysStats()).goroutines).toBeGreaterThan(0)
    expect(await api.counters()).toEqual(await api.counters())
    expect(await api.online()).toEqual([])
  })
})
