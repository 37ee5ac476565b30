import { createRequire } from 'node:module'
import { expect } from 'vitest'
import type { Envelope } from '#contract/wire.ts'
import { freePort } from '#test/free-port.ts'
import { driveServer } from './npm-server.ts'

type Method = (...args: unknown[]) => Promise<Envelope<never>>
type Published = Record<string, Method>
type Credentials = { username: string; password: string }

/** Routes that 3x-ui itself has dropped since version 3. */
const dropped = [
  'getLastOnline',
  'addClient',
  'deleteClient',
  'updateClient',
  'updateClientTraffic',
  'deleteClientByEmail',
  'getClientTrafficsById',
  'getClientIps',
  'clearClientIps',
  'resetClientTraffic',
  'resetAllClientTraffics',
  'deleteDepletedClients',
  'getOnlineClients',
  'createBackup',
]

/** Methods whose route says no: the client does not send what 3x-ui takes. */
const refusedYet: Record<string, { sentence: RegExp; args: unknown[] }> = {
  importDB: { sentence: /Send a multipart form/, args: [{ db: 'x' }] },
}

/** `3xui-api-client`: form login, its own session cache, and JSON or form bodies with JSON strings inside. */
export function createNpmDriver(
  url: string,
  options: Credentials | { token: string },
  coreRuns: boolean,
  /** Where a panel answers that can be a node. */
  nodePort: number,
) {
  // A CommonJS class whose methods are addressed by name here: each returns the envelope.
  const ThreeXui = createRequire(import.meta.url)('3xui-api-client') as new (
    url: string,
    options: object,
  ) => Published
  const client = new ThreeXui(url, { ...options, loginRetryBackoff: 0 })
  const called = new Set<string>()

  async function ok<T>(method: string, ...args: unknown[]): Promise<T> {
    called.add(method)
    const answer = await client[method]?.(...args)
    expect(answer, method).toMatchObject({ success: true, msg: expect.any(String) })
    return answer?.obj as T // the caller checks what it expects
  }
  async function refused(method: string, sentence: RegExp, ...args: unknown[]): Promise<void> {
    called.add(method)
    const refusal = { success: false, msg: expect.stringMatching(sentence), obj: null }
    expect(await client[method]?.(...args), method).toMatchObject(refusal)
  }
  const emailsOf = (rows: { email: string }[]) => rows.map((row) => row.email)

  async function driveInbounds(): Promise<[number, number]> {
    const vless = {
      remark: 'npm',
      port: await freePort(),
      protocol: 'vless',
      enable: true,
      expiryTime: 0,
      settings: { clients: [], decryption: 'none', fallbacks: [] },
      streamSettings: { network: 'tcp', security: 'none', tcpSettings: { header: { type: 'none' } } },
      sniffing: { enabled: true, destOverride: ['http', 'tls'] },
    }
    const one = await ok<{ id: number; tag: string }>('addInbound', vless)
    const trojan = { remark: 'trojan', port: await freePort(), protocol: 'trojan', settings: { clients: [] } }
    const answers: unknown = await client.importInbounds?.(trojan)
    const [imported] = answers as Envelope<{ id: number }>[] // one answer for each inbound
    called.add('importInbounds')
    expect(imported).toMatchObject({ success: true, obj: { protocol: 'trojan', clientStats: [] } })
    const two = imported?.obj.id ?? 0
    await ok('updateInbound', one.id, { ...one, remark: 'npm, renamed' })
    expect(await ok('getInbound', one.id)).toMatchObject({ remark: 'npm, renamed', tag: one.tag })
    const list = await ok<{ id: number }[]>('getInbounds')
    expect(list.map((inbound) => inbound.id)).toEqual([one.id, two])
    await ok('resetAllTraffics')
    return [one.id, two]
  }

  async function driveClients([one, two]: [number, number]) {
    const ann = { email: 'ann@npm', enable: true, totalGB: 2, expiryTime: 0, limitIp: 1, flow: '' }
    await ok('addModernClient', { client: ann, inboundIds: [one] })
    const again = await client.addModernClient?.({ client: ann, inboundIds: [one] })
    expect(again).toMatchObject({ success: false, obj: null })
    await ok('addClientWithCredentials', one, 'vless', { email: 'bob@npm' })
    const many = ['c1', 'c2'].map((email) => ({ client: { email, enable: true }, inboundIds: [one] }))
    expect(await ok('bulkCreateModernClients', many)).toMatchObject({ created: 2 })
    const clients = await ok<{ email: string; subId: string }[]>('getClients')
    expect(emailsOf(clients)).toContain('ann@npm')
    expect(clients).toHaveLength(4)
    const page = await ok<{ items: [] }>('getPagedClients', {
      page: 1,
      size: 10,
      sort: 'email',
      order: 'asc',
    })
    expect(page.items).toHaveLength(4)
    const { client: record, inboundIds } = await ok<{
      client: { uuid: string; totalGB: number }
      inboundIds: []
    }>('getClient', 'ann@npm')
    expect([record.totalGB, inboundIds]).toEqual([2 * 2 ** 30, [one]])
    await ok('updateClientWithCredentials', record.uuid, one, { limitIp: 3 })
    expect(await ok('getClient', 'ann@npm')).toMatchObject({
      client: { ...record, limitIp: 3, updatedAt: expect.any(Number) },
    })
    await ok('updateModernClient', 'ann@npm', { ...ann, comment: 'changed' })
    await ok('attachClientToInbounds', 'ann@npm', { inboundIds: [two] })
    await ok('detachClientFromInbounds', 'ann@npm', { inboundIds: [two] })
    expect(await ok('getClientTraffic', 'ann@npm')).toMatchObject({ up: 0, down: 0, total: 2 * 2 ** 30 })
    expect(await ok('getClientTrafficsByEmail', 'ann@npm')).toMatchObject({ email: 'ann@npm' })
    expect(await ok('getSubLinks', clients[0]?.subId)).toEqual(expect.any(Array))
    expect(await ok('getClientLinks', 'ann@npm')).toEqual(expect.any(Array))
    await ok('updateModernClientTrafficByEmail', 'ann@npm', { upload: 1, download: 2 })
    expect(await ok('getClientTraffic', 'ann@npm')).toMatchObject({ up: 1, down: 2 })
    await ok('resetModernClientTrafficByEmail', 'ann@npm')
    await ok('resetAllModernClientTraffics')
    expect(await ok('getModernClientIps', 'ann@npm')).toBe('No IP Record')
    await ok('clearModernClientIps', 'ann@npm')
    expect(await ok('getOnlines')).toEqual([])
    expect(await ok('getModernLastOnline')).toMatchObject({ 'ann@npm': 0 })
    await driveManyClients([one, two])
    await ok('deleteModernClient', 'ann@npm')
    await ok('bulkDeleteModernClients', { emails: ['bob@npm', 'c1', 'c2'], keepTraffic: false })
  }

  async function driveManyClients([, two]: [number, number]) {
    const emails = ['c1', 'c2']
    expect(await ok('bulkAttachModernClients', { emails, inboundIds: [two] })).toMatchObject({
      attached: emails,
    })
    expect(await ok('bulkDetachModernClients', { emails, inboundIds: [two] })).toMatchObject({
      detached: emails,
    })
    await ok('bulkAdjustModernClients', { emails: ['ann@npm'], addDays: 0, addBytes: 1024 })
    await ok('bulkResetTrafficModernClients', { emails })
    await ok('createGroup', { name: 'vip' })
    await ok('bulkAddGroups', { emails, group: 'vip' })
    expect(await ok('getGroups')).toMatchObject([{ name: 'vip', clientCount: 2 }])
    expect(await ok('getGroupEmails', 'vip')).toEqual(emails)
    await ok('renameGroup', { oldName: 'vip', newName: 'a b/c' })
    await ok('bulkRemoveGroups', { emails })
    await ok('deleteGroup', { name: 'a b/c' })
    expect(await ok('deleteDepletedModernClients')).toEqual({ deleted: 0 })
  }

  async function driveNodes(): Promise<void> {
    const body = {
      name: 'npm',
      scheme: 'http',
      address: '127.0.0.1',
      port: nodePort,
      basePath: '/npm/',
      apiToken: 'good',
      enable: true,
      allowPrivateAddress: true,
    }
    const online = { status: 'online', xrayVersion: '26.4.25', panelVersion: '3.6.0', error: '' }
    expect(await ok('testNode', body)).toMatchObject(online)
    const { id } = await ok<{ id: number }>('addNode', body)
    expect(await ok('getNodes')).toMatchObject([
      { name: 'of the test' },
      { id, name: 'npm', status: 'online' },
    ])
    await ok('updateNode', id, { ...body, remark: 'changed' })
    expect(await ok('getNode', id)).toMatchObject({ remark: 'changed', hasApiToken: true, guid: 'npm' })
    expect(await ok('probeNode', id)).toMatchObject(online)
    expect(await ok('getNodeHistory', id, 'cpu', 60)).toMatchObject([{ v: 12.5 }])
    await ok('setNodeEnable', id, false)
    expect(await ok('getNode', id)).toMatchObject({ enable: false })
    await ok('deleteNode', id)
    await refused('getNode', /was not found/, id)
    await refused('addNode', /address/, { name: 'a' })
  }

  async function drive() {
    expect(await ok('getServerStatus')).toMatchObject({ panelVersion: expect.any(String) })
    expect(await ok('getCPUHistory', 60)).toEqual(expect.any(Array))
    expect(await ok('getTwoFactorEnable')).toBe(false)
    const ids = await driveInbounds()
    await driveClients(ids)
    for (const id of ids) expect(await ok('deleteInbound', id)).toBe(id)
    await driveServer({ ok, refused }, coreRuns)
    await driveNodes()
    for (const [method, { sentence, args }] of Object.entries(refusedYet))
      await refused(method, sentence, ...args)
    called.add('backupToTgBot')
    expect(await client.backupToTgBot?.()).toBe('') // as with 3x-ui, whether there is a bot or not
    expect(await ok('getAllSettings')).toMatchObject({ webBasePath: '/' })
    await ok('updateSetting', { pageSize: 30 })
    expect(await ok('getDefaultSettings')).toMatchObject({ pageSize: 30 })
    expect(await ok('getDefaultJsonConfig')).toHaveProperty('outbounds')
  }

  return {
    drive,
    /** It logs in again by itself with the new credentials. */
    async changeCredentials({ username, password }: Credentials) {
      await ok('updateUser', username, password, 'somebody', 'another long pass phrase')
      expect(await ok('getInbounds')).toEqual([])
      await ok('updateUser', 'somebody', 'another long pass phrase', username, password)
    },
    report() {
      // Its surface is every method that sends a request; the rest is not ours to test.
      const prototype = Object.getPrototypeOf(client) as Published
      const sends = Object.getOwnPropertyNames(prototype).filter(
        (name) => !name.startsWith('_') && String(prototype[name]).includes('this._request('),
      )
      // GET /logout is not accepted on purpose; a restart has its own test.
      const elsewhere = [
        ...dropped,
        'constructor',
        'logout',
        'restartPanel',
        ...('token' in options ? ['updateUser'] : []),
      ]
      const missed = sends.filter((name) => !called.has(name) && !elsewhere.includes(name))
      return { called: [...called], missed, notYet: {} }
    },
  }
}
