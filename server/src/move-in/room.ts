import { basename } from 'node:path'
import type { MoveInOptions, MoveInPlan, MoveInResult, MoveInUpload } from '#contract/move-in-api.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import type { Core } from '../core/room.ts'
import { ownAddresses } from '../platform/http/address.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import { addressesOf, isSameAddresses } from './addresses.ts'
import { type ApplyDeps, applyPlan } from './apply.ts'
import { brings, createPlanning, type Planned, type PlanningDeps } from './planning.ts'
import { kindOfFile } from './source-reader.ts'
import { createSources } from './sources.ts'
import { createStaging, type Staged } from './staged.ts'
import { effectOf, heldPorts, sectionsOf, viewOf } from './view.ts'

interface MoveInDeps extends PlanningDeps, Pick<ApplyDeps, 'names' | 'clients'> {
  db: Db
  commit: Commit
  log: Log
  settings: SettingsReader
  /** Undefined if no panel is running in this process. */
  core: Pick<Core, 'anyPid'> | undefined
}

export interface By {
  actor: Actor
  /** The session that imports stays valid. */
  sessionId?: string | undefined
  /** Host name under which the caller reached the panel, without the port; blank if unknown. */
  host: string
}

/**
 * Imports another panel's database: staged, compared with what is here, and written in one transaction. It owns no
 * table; it writes those of the rooms whose rows it brings.
 */
export function createMoveIn(deps: MoveInDeps) {
  const { db, commit, now, log, config, settings, server } = deps
  const corePid = () => deps.core?.anyPid()
  /** A public address of this machine; blank if none is known. */
  const serverAddress = () => settings.current().publicHost || ownAddresses().find(isPublic) || ''
  const staging = createStaging(config.dataFolder, now, (id) => sources.close(id))
  const planFor = createPlanning(deps)
  const sets = setsFor(db.engine)
  const sources = createSources(() => ({ now: now(), serverAddress: serverAddress() }))
  let isBusy = false

  const view = (staged: Staged, asked: MoveInOptions, host: string): Promise<MoveInPlan> =>
    sources.use(staged, async (reader) =>
      viewOf(staged, await planFor(db.read, reader, asked), config, corePid(), host),
    )

  /** A panel that cannot listen where it is told to would be unreachable after its next start. */
  async function refuseHeldPorts({ settings: { next } }: Planned): Promise<void> {
    if (!server) return
    const [held] = await heldPorts(addressesOf(config, next), corePid())
    if (!held) return
    const { program: name, pid, port } = held
    const holder = pid > 0 ? coded('program.named', { name: name || '?', pid }) : coded('program.unknown')
    throw new Refusal('move-in.port-held', { port, holder })
  }

  async function write(staged: Staged, asked: MoveInOptions, by: By): Promise<Planned> {
    return sources.use(staged, async (reader) => {
      await refuseHeldPorts(await planFor(db.read, reader, asked))
      return commit(by.actor, async (tx, before) => {
        // Compared again: something may have been written since the plan was shown.
        const planned = await planFor(before, reader, asked)
        if (!brings(planned)) return { result: planned }
        const decided = { plan: planned.plan, settings: planned.settings, keepSession: by.sessionId }
        const around = { ...deps, engine: db.engine, sets, now: now() }
        const change = await applyPlan(tx, reader, decided, around)
        const after = { file: staged.fileName, sections: sectionsOf(planned) }
        return {
          result: planned,
          change,
          committed: async () => void (await settings.fresh()),
          action: { action: 'panel.import', objectKind: 'panel', object: planned.plan.panel, after },
        }
      })
    })
  }

  async function reopen(planned: Planned, actor: Actor): Promise<boolean> {
    const [from, to] = [planned.before, planned.settings.next].map((one) => addressesOf(config, one))
    if (!from || !to || isSameAddresses(from, to) || !server) return false
    try {
      await server.restart(actor)
      return true
    } catch (error) {
      // Everything is stored: the panel goes on where it is, and the next start says what is wrong.
      log.error({ err: error }, 'failed to open the listeners of the imported settings')
      return false
    }
  }

  async function apply(staged: Staged, asked: MoveInOptions, by: By): Promise<MoveInResult> {
    if (isBusy) throw new Refusal('move-in.busy')
    isBusy = true
    try {
      const planned = await write(staged, asked, by)
      staging.drop(staged.id)
      const effect = effectOf(planned, config, by.host)
      const restarts = await reopen(planned, by.actor)
      return {
        sections: sectionsOf(planned),
        panelUrl: restarts ? effect.panel.to : effect.panel.from,
        restarts,
        loginAgain: false,
        tookSettings: planned.options.takeSettings,
        subscriptionsUrl: restarts ? effect.subscriptions.to : effect.subscriptions.from,
      }
    } finally {
      isBusy = false
    }
  }

  return {
    kindOfFile,
    /**
     * Imports a database of another panel with the default options, as 3x-ui's `importDB` does: everything on a panel
     * without inbounds and clients; without settings, template and users on one in use. The file stays as it is. If an
     * address, a base path or a certificate changed, the listeners reopen shortly after this promise. `sessionId` is the
     * caller's session (`caller.sessionId`), which stays valid when users are replaced.
     */
    async importFile(path: string, actor: Actor, sessionId?: string): Promise<MoveInResult> {
      const staged = await staging.file(path, basename(path), {})
      try {
        return await apply(staged, {}, { actor, sessionId, host: '' })
      } finally {
        staging.drop(staged.id)
      }
    },
    inbox: staging.inbox,
    stageFile: (path: string, fileName: string, given: MoveInUpload) => staging.file(path, fileName, given),
    stagePostgres: (dsn: string, given: MoveInUpload) => staging.postgres(dsn, given),
    view: (id: string, asked: MoveInOptions, host: string) => view(staging.get(id), asked, host),
    apply: (id: string, asked: MoveInOptions, by: By) => apply(staging.get(id), asked, by),
    drop(id: string): void {
      staging.get(id)
      staging.drop(id)
    },
    close: staging.close,
  }
}

export type MoveIn = ReturnType<typeof createMoveIn>
