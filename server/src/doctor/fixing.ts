import type { FixResult, HealthAction, HealthCheck, HealthFix } from '#contract/health-api.ts'
import type { Settings } from '#contract/settings.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { BackupRoom } from '../backup/room.ts'
import type { Certificates } from '../certificates/room.ts'
import type { Core } from '../core/room.ts'
import type { Fleet } from '../fleet/room.ts'
import type { Geo } from '../geo/room.ts'
import type { HealthRoom } from '../health/room.ts'
import { createSerial } from '../platform/db/serial.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsRoom } from '../settings/service.ts'
import { noted } from '../store/changes/commit.ts'
import { closeToOthers } from './permissions.ts'

export interface FixSources extends Pick<Base, 'commit'> {
  settings: Pick<SettingsRoom, 'set'>
  core: Pick<Core, 'restartService'>
  backup: { backups: Pick<BackupRoom['backups'], 'create'> }
  geo: Pick<Geo, 'updateKnown' | 'updatePresent'>
  fleet: Pick<Fleet, 'retry'>
  certificates: Pick<Certificates, 'renew'>
  health: Pick<HealthRoom, 'foundBy' | 'view'>
}

type Action = Extract<HealthAction, { kind: 'fix' }>
/** What the check found this time. */
type Look = (name: string) => Promise<readonly HealthCheck[]>

/** A node that hangs is tried further; the answer does not wait for it. */
const nodeMs = 15_000
const checkMinutes = 5

/**
 * Does what a finding asks for. It is looked for again first, so what somebody else has fixed is left alone, and once more
 * afterwards. One at a time; who asks for one that is being fixed gets its result.
 */
export function createFixing(sources: FixSources, look: Look) {
  const { health } = sources
  const acts = createActs(sources)
  const serial = createSerial()
  const running = new Map<string, Promise<FixResult['outcome']>>()

  async function found(name: string, id: string): Promise<Action | undefined> {
    const action = (await look(name)).find((one) => one.id === id)?.action
    return action?.kind === 'fix' ? action : undefined
  }

  async function attempt(id: string, actor: Actor): Promise<FixResult['outcome']> {
    const name = await health.foundBy(id)
    const action = name === undefined ? undefined : await found(name, id)
    if (name === undefined || !action) return 'nothing'
    await acts[action.fix](actor, action.on ?? '', id)
    return (await found(name, id))?.fix === action.fix ? 'left' : 'fixed'
  }

  return async function fix(id: string, actor: Actor): Promise<FixResult> {
    const going = running.get(id) ?? serial(() => attempt(id, actor)).finally(() => running.delete(id))
    running.set(id, going)
    return { outcome: await going, health: await health.view() }
  }
}

type Act = (actor: Actor, on: string, id: string) => Promise<unknown>

/** Each by the room that does the same for its own page, which audits it too. */
function createActs({
  commit,
  settings,
  core,
  backup,
  geo,
  fleet,
  certificates,
}: FixSources): Record<HealthFix, Act> {
  const set = (values: Partial<Settings>) => (actor: Actor) => settings.set(values, actor)
  const note = (actor: Actor, object: string) =>
    noted(commit, actor, { action: 'finding.fix', objectKind: 'finding', object })
  return {
    async core(actor) {
      await core.restartService()
      await noted(commit, actor, { action: 'core.restart', objectKind: 'core', object: '' })
    },
    backup: (actor) => backup.backups.create(undefined, actor),
    geo: (actor, name) => (name === '' ? geo.updatePresent(actor) : geo.updateKnown(name, actor)),
    async permissions(actor, path, id) {
      await closeToOthers(path).catch((error: unknown) => {
        throw Refusal.of(codedOf(error))
      })
      await note(actor, id)
    },
    async node(actor, node, id) {
      await note(actor, id)
      await fleet.retry(Number(node), nodeMs)
    },
    async certificate(actor, certificate) {
      const { error, errorCoded } = await certificates.renew(Number(certificate), actor)
      if (error !== '' && errorCoded) throw Refusal.of(errorCoded)
    },
    ipLimit: set({ ipLimitEnable: true }),
    entryChecks: set({ entryCheckMinutes: checkMinutes }),
    subscriptions: set({ subEnable: true }),
    unhealthyEntries: set({ subUnhealthyEntries: 'sink' }),
    blockedEntries: set({ subBlockedEntries: 'sink' }),
  }
}
