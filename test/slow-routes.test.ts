import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/wire.ts'

const root = dirname(import.meta.dirname)
const server = join(root, 'server', 'src')
const contract = join(root, 'contract', 'src')

/** A room with such code calls other servers or starts programs, so that an answer can take long. */
const leaves =
  /\b(?:safeFetch|safeDownload|execFile|spawn|createTransport)\(|\begress\.|probe\.(?:tcp|tls|udp)|limited-process/

/**
 * Routes of these rooms that are not marked `long` in contract/src/routes, and why. Whatever is added must be marked or
 * named here. No answer is cut by the panel in any case (`unhurried`); a mark makes browsers and centres ask again when a
 * proxy between cut it.
 */
const quick: Readonly<Record<string, string>> = {
  'reads or writes what is stored, at most with the answer of the running core': `
    backup.about backup.list backup.del
    certificates.list certificates.get certificates.use certificates.del
    tlsTools.webCertFiles tlsTools.certificates tlsTools.certHash connections.list clientDetails.kick
    core.job core.files core.config core.configVersions core.configDiff core.panelLogs core.accessLogs
    xray.read xray.readByGet xray.getDefaultJsonConfig xray.result setting.getDefaultJsonConfig
    health.doctor health.client entries.list
    nodes.list nodes.get nodes.history nodes.trends nodes.needs nodes.queue nodes.retry nodes.authority nodes.trustAuthority
    nodes.reloadClient nodeCores.state nodeCores.now nodeCores.stop subNodes.descendants subNodes.clientIps subNodes.setClientIps
    geo.list geo.aliases geo.remove geo.files geo.categories geo.entries geo.validate moveIn.drop
    notices.list notices.read notices.outlets notices.deliveries notices.replay notices.webhooks notices.addWebhook
    notices.updateWebhook notices.delWebhook
    outbounds.traffic outbounds.resetTraffic outbounds.balancerStatus outbounds.balancerOverride outbounds.routeTest outbounds.listSubs
    outbounds.delSub outbounds.deleteSub outbounds.moveSub outbounds.pia docs.openApi
    setting.update setting.all setting.factoryDefaults setting.defaultSettings setting.review setting.secret setting.validateRegex
    setting.subPreview setup.state setup.secure setup.done telegram.state
    history.traffic usage.list usage.summary usage.online usage.export usage.ofClient traffic.state traffic.acceptClock
    updates.state updates.plan updates.setChannel updates.info updates.status`,
  'a program of the core that answers within seconds, or is ended': `
    core.uuid core.x25519 core.mldsa65 core.mlkem768 core.vlessEncryption core.ech core.stop`,
  'answers at once; its state says how it goes': `
    core.startJob core.startMirror certificates.issue certificates.renew nodeCores.start updates.start setting.restartPanel`,
  'calls with limits that are shorter than the patience of proxies': `
    core.versions core.preview outbounds.test outbounds.parseSub notices.test notices.testMail telegram.test backup.testTarget
    setup.target certificates.check tlsTools.remoteCertHash tlsTools.scanRealityTarget nodes.test nodes.probe nodes.certFingerprint nodes.inbounds nodes.webCert`,
  'asked again by itself, it would do it twice': `
    xray.update outbounds.addSub outbounds.updateSub nodes.add nodes.update nodes.del nodes.setEnable backup.restore backup.undo`,
  'a file on its way: bytes move': `
    backup.getDb backup.getMigration backup.download backup.importDb backup.upload core.file moveIn.upload health.downloadLog`,
  'between panels: the centre has its own limits, and asks again': `
    fleet.leave fleet.apply fleet.checks fleet.eye fleet.look fleet.report`,
  'sends its answer itself, without an envelope': 'telegram.backup',
}

const codeIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return codeIn(path)
    return /(?<!\.test)\.ts$/.test(entry.name) ? [readFileSync(path, 'utf8')] : []
  })

/** Every endpoint by its name, as `backup.create`. */
async function endpoints(): Promise<Map<string, EndpointSpec>> {
  const names = readdirSync(contract).filter((name) => /(?:-api|status)\.ts$/.test(name))
  const modules = await Promise.all(names.map((name) => import(join(contract, name)) as Promise<object>))
  return new Map(
    modules
      .flatMap(Object.entries)
      .flatMap(([api, found]: [string, Record<string, EndpointSpec>]) =>
        api.endsWith('Api')
          ? Object.entries(found).map(([name, one]) => [`${api.slice(0, -3)}.${name}`, one] as const)
          : [],
      ),
  )
}

/** The endpoints that the code of a room mounts. */
function mountedIn(texts: readonly string[]): string[] {
  return texts
    .filter((text) => /\bmount\(/.test(text))
    .flatMap((text) => {
      const own = /const api = (\w+)Api\b/.exec(text)?.[1] ?? /(\w+)Api as api\b/.exec(text)?.[1]
      const uses = [...text.matchAll(/\b(?:(\w+)Api|api)\.(\w+)/g)]
      return uses.map(([, api = own, name]) => `${api}.${name}`)
    })
}

const slowRooms = readdirSync(server, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'app')
  .map(({ name }) => ({ name, texts: codeIn(join(server, name)) }))
  .filter(({ texts }) => texts.some((text) => leaves.test(text)))
const named = Object.values(quick).flatMap((list) => list.trim().split(/\s+/))

it('what may take long is marked, or it is said why not', async () => {
  const all = await endpoints()
  const mounted = new Set(slowRooms.flatMap(({ texts }) => mountedIn(texts)).filter((name) => all.has(name)))
  expect(slowRooms.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['core', 'fleet', 'move-in', 'outbounds']),
  )
  const unmarked = [...mounted].filter((name) => !all.get(name)?.long)
  expect(unmarked.filter((name) => !named.includes(name)).sort()).toEqual([])
  expect(named.filter((name) => !unmarked.includes(name)).sort()).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})

it('long work is marked once in the contract; an upload cannot be sent again by itself', async () => {
  const long = [...(await endpoints())].filter(([, { long: isLong }]) => isLong)
  expect(long.filter(([, { upload, download }]) => upload !== undefined || download !== undefined)).toEqual(
    [],
  )
  expect(long.map(([name]) => name).sort()).toMatchInlineSnapshot(`
    [
      "backup.compare",
      "backup.create",
      "certificates.revoke",
      "core.install",
      "core.mirror",
      "core.preflight",
      "core.release",
      "core.restart",
      "core.rollback",
      "directory.confirm",
      "directory.dryRun",
      "directory.plan",
      "directory.test",
      "entries.check",
      "follow.saveGroup",
      "follow.savePlan",
      "geo.add",
      "geo.change",
      "geo.download",
      "geo.downloadAll",
      "geo.update",
      "geo.updateAll",
      "health.check",
      "health.fix",
      "moveIn.apply",
      "moveIn.plan",
      "nodeCores.plan",
      "nodes.adopt",
      "nodes.adoption",
      "nodes.updatePanel",
      "outbounds.nord",
      "outbounds.refreshSub",
      "outbounds.testMany",
      "outbounds.warp",
      "tlsTools.scanRealityTargets",
      "updates.check",
    ]
  `)
})
