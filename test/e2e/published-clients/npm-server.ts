import { expect } from 'vitest'

interface Calls {
  ok<T>(method: string, ...args: unknown[]): Promise<T>
  refused(method: string, sentence: RegExp, ...args: unknown[]): Promise<void>
}

const noName = /could not be resolved/

/** What the panel reports about its server, its core and its geo files. */
export async function driveServer(calls: Calls, coreRuns: boolean): Promise<void> {
  await driveKeys(calls, coreRuns)
  await driveCore(calls, coreRuns)
  await driveTemplate(calls)
  await driveGeo(calls)
}

async function driveKeys({ ok, refused }: Calls, coreRuns: boolean) {
  expect(await ok('getNewUUID')).toEqual({ uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  const key = expect.stringMatching(/^[\w-]{43}$/)
  expect(await ok('getNewX25519Cert')).toEqual({ privateKey: key, publicKey: key })
  const text = expect.stringMatching(/^\S{40,}$/)
  const auth = { id: expect.any(String), label: expect.any(String), decryption: text, encryption: text }
  const byCore: Record<string, { reply: object; args: string[] }> = {
    getNewmldsa65: { reply: { seed: text, verify: text }, args: [] },
    getNewmlkem768: { reply: { seed: text, client: text }, args: [] },
    getNewVlessEnc: { reply: { auths: [auth, auth] }, args: [] },
    getNewEchCert: { reply: { echServerKeys: text, echConfigList: text }, args: ['a.example.com'] },
  }
  for (const [method, { reply, args }] of Object.entries(byCore))
    if (coreRuns) expect(await ok(method, ...args), method).toEqual(reply)
    else await refused(method, /there is no core on this server/, ...args)
  expect(await ok('getWebCertFiles')).toEqual({ webCertFile: '', webKeyFile: '' })
  expect((await ok<string>('getDb')).slice(0, 15)).toBe('SQLite format 3')
}

async function driveCore({ ok, refused }: Calls, coreRuns: boolean) {
  await refused('getXrayVersion', noName)
  await refused('installXray', /SLUICE_CORE_BIN names the core/, '1.8.0')
  expect(await ok('getConfigJson')).toMatchObject({ outbounds: expect.any(Array), log: { maskAddress: '' } })
  const state = async () => (await ok<{ xray: { state: string } }>('getServerStatus')).xray.state
  if (coreRuns) {
    await ok('stopXrayService')
    expect(await state()).toBe('stop')
    await ok('restartXrayService')
    expect(await state()).toBe('running')
    expect((await ok<string[]>('getPanelLogs', 50)).join()).toContain('XRAY: core: Xray')
  } else {
    await refused('stopXrayService', /not running/)
    await refused('restartXrayService', /has no core of its own/)
    expect(await ok('getPanelLogs', 50)).toEqual(expect.any(Array))
  }
  expect(await ok('getXrayLogs', 5)).toBeNull() // none is kept unless requested (R32)
  expect(await ok('getXrayResult')).toEqual(expect.any(String))
}

async function driveTemplate({ ok, refused }: Calls) {
  const template = JSON.parse(await ok<string>('getXrayConfig')) as object // an object within a string
  expect(template).toMatchObject({ xraySetting: { outbounds: expect.any(Array) }, inboundTags: [] })
  // It sends `content`, which no panel reads.
  await refused('updateXrayConfig', /^xraySetting/, template)
  expect(await ok('manageWarp', 'data')).toBe('')
  await refused('manageWarp', /WireGuard key/, 'reg', { privateKey: 'a', publicKey: 'b' })
  const direct = { tag: 'direct', protocol: 'freedom', settings: {} }
  const tested = await ok('testOutbound', direct, { allOutbounds: [direct], mode: 'http' })
  expect(tested).toMatchObject({ success: false, mode: 'http', error: expect.stringMatching(noName) })
  expect(await ok('getOutboundsTraffic')).toEqual(expect.any(Array))
  // It sends no tag: nothing is reset.
  expect(await ok('resetOutboundsTraffic')).toBe('')
}

async function driveGeo({ ok, refused }: Calls) {
  await refused('updateGeofile', noName, 'geoip.dat')
  await refused('updateGeofile', /^Not every geo file could be updated/)
  const source = { type: 'geosite', alias: 'npm', url: 'https://example.com/npm.dat' }
  await refused('addCustomGeo', noName, source)
  expect(await ok('getCustomGeos')).toEqual([])
  expect(await ok('getGeoAliases')).toEqual({ geosite: [], geoip: [] })
  await refused('updateCustomGeo', /there is no geo file "7"/, 7, source)
  await refused('downloadCustomGeo', /there is no geo file "7"/, 7)
  await refused('deleteCustomGeo', /there is no geo file "7"/, 7)
  expect(await ok('updateAllCustomGeo')).toEqual({ succeeded: [], failed: [] })
}
