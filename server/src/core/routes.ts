import { coreApi } from '#contract/core-api.ts'
import { settingApi } from '#contract/settings-api.ts'
import { xrayApi } from '#contract/xray-api.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { Refusal } from '#domain/refusal.ts'
import { appendAudit } from '../audit/trail.ts'
import type { Db } from '../db/open.ts'
import type { Actor } from '../http/caller.ts'
import type { Mount } from '../http/mount.ts'
import type { CoreKeys } from './keys.ts'
import type { PanelLog } from './logs.ts'
import type { Releases } from './releases.ts'
import type { Core } from './room.ts'

interface Rooms {
  db: Db
  now: () => number
  core: Core
  keys: CoreKeys
  releases: Releases
  panelLog: PanelLog
}

export function coreRoutes(mount: Mount, rooms: Rooms): void {
  const { core, keys, releases, panelLog } = rooms

  /** Who stopped, started or changed the core is written down like any other change. */
  const noted = async (
    actor: Actor,
    action: string,
    object: string,
    work: () => Promise<unknown>,
  ): Promise<null> => {
    await work()
    await rooms.db.write((tx) => appendAudit(tx, actor, { action, objectKind: 'core', object }, rooms.now()))
    return null
  }

  mount(coreApi.stop, ({ actor }) => noted(actor, 'core.stop', '', core.stopService))
  mount(coreApi.restart, ({ actor }) => noted(actor, 'core.restart', '', core.restartService))
  mount(coreApi.versions, () => releases.list())
  mount(coreApi.install, ({ actor, params }) => {
    const version = params.version ?? ''
    return noted(actor, 'core.install', version, async () => {
      await core.getter.install(version.replace(/^v/, ''))
      await core.restartService()
    })
  })
  mount(coreApi.config, async () => JSON.parse(await core.configText()) as Record<string, unknown>)
  mount(coreApi.uuid, () => keys.uuid())
  mount(coreApi.x25519, () => keys.x25519())
  mount(coreApi.mldsa65, () => keys.mldsa65())
  mount(coreApi.mlkem768, () => keys.mlkem768())
  mount(coreApi.vlessEncryption, () => keys.vlessEnc())
  mount(coreApi.ech, ({ body }) => keys.ech(body.sni))
  mount(coreApi.panelLogs, ({ params, body }) => panelLog.last(count(params.count), body.level))
  mount(coreApi.configVersions, () => core.versions.list())
  mount(coreApi.configDiff, async ({ query }) => (await core.versions.diff(query.from, query.to)).changes)
  mount(coreApi.rollback, ({ params, actor }) => core.template.rollback(params.id, actor))
  templateRoutes(mount, rooms)
}

function templateRoutes(mount: Mount, { core }: Rooms): void {
  mount(xrayApi.read, () => core.template.read())
  mount(xrayApi.readByGet, () => core.template.read())
  mount(xrayApi.update, ({ body, actor }) =>
    core.template.update(body.xraySetting, body.outboundTestUrl, actor),
  )
  mount(xrayApi.getDefaultJsonConfig, () => defaultTemplate())
  mount(settingApi.getDefaultJsonConfig, () => defaultTemplate())
  mount(xrayApi.result, () => {
    const { state, errorMsg } = core.status()
    return state === 'running'
      ? core
          .pending()
          .map((r) => r.because)
          .join('\n')
      : errorMsg
  })
}

function count(text: string | undefined): number {
  const n = Number(text)
  if (!Number.isSafeInteger(n) || n < 1 || n > 10_000)
    throw new Refusal('count: use a whole number from 1 to 10000.', 'count')
  return n
}
