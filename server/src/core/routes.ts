import type { Act } from '#contract/acts.ts'
import { coreApi, xrayApi } from '#contract/core-api.ts'
import { settingApi } from '#contract/settings-api.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import type { PastInbound } from '../inbounds/service.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { Works } from '../platform/jobs/works.ts'
import { type Commit, noted } from '../store/changes/commit.ts'
import type { GivenFiles } from './binary/given-file.ts'
import type { CoreKeys } from './binary/keys.ts'
import type { Releases } from './binary/releases.ts'
import { FROM_FILE, type Upgrade } from './binary/upgrade.ts'
import type { Journal } from './logs/journal.ts'
import type { KeptAccess } from './logs/kept-access.ts'
import type { PanelLog } from './logs/logs.ts'
import type { Core } from './room.ts'

interface Rooms {
  commit: Commit
  core: Core
  keys: CoreKeys
  releases: Releases
  panelLog: PanelLog
  journal: Journal
  keptAccess: KeptAccess
  upgrade: Upgrade
  given: GivenFiles
  works: Works
  /** Puts inbounds back as they were. */
  restoreInbounds: (past: readonly PastInbound[], by: { userId: number; actor: Actor }) => Promise<void>
  /** Clients at the core of this panel: a restart disconnects nobody on a node. */
  onlineHere: () => readonly string[]
}

export function coreRoutes(mount: Mount, rooms: Rooms): void {
  const { core, keys, releases } = rooms

  /** Starting, stopping and changing the core is audited like any other change. */
  const note = (actor: Actor, action: Act, object = '') =>
    noted(rooms.commit, actor, { action, objectKind: 'core', object })
  const done = async (actor: Actor, action: Act, work: () => Promise<unknown>): Promise<null> => {
    await work()
    await note(actor, action)
    return null
  }

  mount(coreApi.stop, ({ actor }) => done(actor, 'core.stop', core.stopService))
  mount(coreApi.restart, ({ actor }) => done(actor, 'core.restart', core.restartService))
  mount(coreApi.versions, async () => (await releases.list()).map((version) => `v${version}`))
  mount(coreApi.release, ({ params }) => rooms.upgrade.describe(params.version ?? ''))
  const options = (actor: Actor, body: { sha256?: string | undefined; force?: string | undefined }) => ({
    sha256: body.sha256,
    actor: actor.name,
    force: body.force === 'true' || body.force === '1',
    installed: (placed: string) =>
      note(actor, 'core.install', body.sha256 ? `v${placed}, SHA-256 ${body.sha256}` : `v${placed}`),
    rolledBack: (previous: string, placed: string) =>
      note(actor, 'core.rollBack', `v${placed} to ${previous}`),
  })
  mount(coreApi.preflight, ({ actor, params, body }) =>
    rooms.upgrade.preflight(params.version ?? '', { sha256: body.sha256, actor: actor.name }),
  )
  mount(coreApi.install, ({ actor, caller, params, body }) => {
    const [version, asked] = [params.version ?? '', options(actor, body)]
    const isCentre = caller.kind === 'token' && caller.isCentre
    if (isCentre && (asked.force || version === FROM_FILE)) throw new Refusal('core.not-for-a-centre')
    return rooms.upgrade.install(version, asked)
  })
  mount(coreApi.startJob, ({ actor, params, body }) => {
    const { job, ended } = rooms.upgrade.start(body.what, params.version ?? '', options(actor, body))
    rooms.works.follow(
      body.what === 'install' ? coreApi.install.path : coreApi.preflight.path,
      { params, actor },
      ended,
    )
    return job
  })
  mount(coreApi.job, () => rooms.upgrade.job())
  mount(coreApi.files, () => rooms.given.list())
  mount(coreApi.startMirror, ({ actor, body }) => {
    const { job, ended } = rooms.upgrade.startMirror(body.url, actor.name)
    rooms.works.follow(coreApi.mirror.path, { params: {}, actor }, ended)
    return job
  })
  mount(coreApi.file, ({ request }) => rooms.given.upload(request))
  mount(coreApi.mirror, ({ actor, body }) => rooms.upgrade.mirror(body.url, actor.name))
  mount(coreApi.config, async () => JSON.parse(await core.configText()) as Record<string, unknown>)
  mount(coreApi.uuid, () => keys.uuid())
  mount(coreApi.x25519, () => keys.x25519())
  mount(coreApi.mldsa65, () => keys.mldsa65())
  mount(coreApi.mlkem768, () => keys.mlkem768())
  mount(coreApi.vlessEncryption, () => keys.vlessEnc())
  mount(coreApi.ech, ({ body }) => keys.ech(body.sni))
  mount(coreApi.configVersions, () => core.history.list())
  mount(coreApi.configDiff, async ({ query }) => (await core.history.diff(query.from, query.to)).changes)
  mount(coreApi.preview, ({ body }) => core.template.preview(body, rooms.onlineHere().length))
  mount(coreApi.rollback, async ({ params, caller, actor }) => {
    const past = await core.template.past(params.id)
    await rooms.restoreInbounds(past.inbounds, { userId: caller.userId, actor })
    return core.template.put(past.template, actor)
  })
  logRoutes(mount, rooms)
  templateRoutes(mount, rooms)
}

function logRoutes(mount: Mount, { panelLog, journal, keptAccess }: Rooms): void {
  mount(coreApi.panelLogs, ({ params, body }) =>
    body.syslog === 'true'
      ? journal.last(count(params.count), body.level)
      : panelLog.last(count(params.count), body.level),
  )
  mount(coreApi.accessLogs, ({ params, body }) =>
    keptAccess.last(count(params.count), {
      filter: body.filter ?? '',
      showDirect: body.showDirect !== 'false',
      showBlocked: body.showBlocked !== 'false',
      showProxy: body.showProxy !== 'false',
    }),
  )
}

function templateRoutes(mount: Mount, { core }: Rooms): void {
  mount(xrayApi.read, () => core.template.read())
  mount(xrayApi.readByGet, () => core.template.read())
  mount(xrayApi.update, ({ body, query, actor }) =>
    core.template.update(body.xraySetting, body.outboundTestUrl, actor, query.version),
  )
  mount(xrayApi.getDefaultJsonConfig, () => defaultTemplate())
  mount(settingApi.getDefaultJsonConfig, () => defaultTemplate())
  mount(xrayApi.result, () => {
    const { state, errorMsg } = core.status()
    return state === 'running'
      ? core
          .pending()
          .map((r) => inEnglish(r.because))
          .join('\n')
      : errorMsg
  })
}

function count(text: string | undefined): number {
  const n = Number(text)
  if (!Number.isSafeInteger(n) || n < 1 || n > 10_000)
    throw new Refusal('input.range', { min: 1, max: 10000 }, 'count')
  return n
}
