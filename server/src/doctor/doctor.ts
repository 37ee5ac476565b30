import type { HealthReport } from '#contract/health-api.ts'
import type { Settings } from '#contract/settings.ts'
import { newestKnownCore } from '#domain/core-config/core-changes.ts'
import { judgeCallers } from '#domain/health/callers.ts'
import { judgeCaps } from '#domain/health/caps.ts'
import { judgeCertificates } from '#domain/health/certificates.ts'
import { type Check, check, reportOf } from '#domain/health/check.ts'
import { judgeClients, judgeUnenforced } from '#domain/health/clients.ts'
import {
  type CoreFacts,
  type GeoFact,
  judgeCore,
  judgeCoreVersion,
  judgeCutting,
  judgeGeo,
} from '#domain/health/core.ts'
import {
  type BackupFacts,
  type DatabaseFacts,
  judgeBackups,
  judgeDatabase,
  judgeLayout,
  judgePermissions,
  type LayoutFact,
  type PermissionFact,
} from '#domain/health/data.ts'
import { type EntryFacts, judgeEntries } from '#domain/health/entries.ts'
import {
  type ClockFacts,
  judgeClock,
  judgeCongestion,
  judgeDisk,
  judgeLimits,
  judgeMemory,
  judgeUpdates,
  type UpdateFacts,
} from '#domain/health/machine.ts'
import { judgeNames } from '#domain/health/names.ts'
import { judgeNetworks } from '#domain/health/networks.ts'
import { judgeNodes } from '#domain/health/nodes.ts'
import { judgeOutbounds } from '#domain/health/outbounds.ts'
import { judgeAddresses, judgeFirewall, judgePorts } from '#domain/health/ports.ts'
import { judgeReality } from '#domain/health/reality.ts'
import { judgeRotations } from '#domain/health/rotation.ts'
import { isPublic } from '#domain/net/address-class.ts'
import { coded } from '#domain/refusal.ts'
import { OLDEST_VERSION } from '../core/binary/binary-version.ts'
import type { Looked } from '../health/room.ts'
import { createPortLook } from '../inbounds/port-holders.ts'
import type { Clock } from '../platform/clock.ts'
import { lookupAll } from '../platform/egress/resolve.ts'
import { ownAddresses } from '../platform/http/address.ts'
import { certificateFacts } from './certificates.ts'
import { firewallsIn } from './firewall.ts'
import { congestionFacts, diskFacts, limitFact, memoryFacts, timeService } from './machine.ts'
import { nameFacts } from './names.ts'
import type { PanelFacts } from './panel-facts.ts'
import { portFacts } from './ports.ts'
import {
  certificatesOfAll,
  keyFilesOf,
  type Listeners,
  namesOf,
  outerPorts,
  portsOf,
  type StoredInbound,
} from './stored.ts'

/** What the panel has stored; the defaults if it has no database yet. */
interface Stored {
  settings: Settings
  inbounds: readonly StoredInbound[]
  hosts: readonly string[]
}

/** What is known about this server. A running panel answers more of it than the command line beside none. */
export interface ServerFacts extends Clock, PanelFacts {
  /** False: a command reads the files of a panel that does not run. */
  isRunning: boolean
  /** A demo: no real core listens, and its names do not exist. */
  isSimulated?: boolean
  dataFolder: string
  logFolder: string
  /** Where panel and subscriptions listen. */
  listeners(settings: Settings): Listeners
  stored(): Promise<Stored>
  corePid(): number | undefined
  clock(): Promise<Omit<ClockFacts, 'service'>>
  permissions(keyFiles: readonly string[]): Promise<PermissionFact[]>
  layout(): Promise<LayoutFact | undefined>
  /** Within this time, in milliseconds. */
  database(withinMs: number): Promise<DatabaseFacts | undefined>
  /** Undefined: nobody can say. */
  core(): CoreFacts | undefined
  geo(): Promise<readonly GeoFact[]>
  cutting(): Parameters<typeof judgeCutting>[0]
  /** Undefined: nobody checks them. */
  entries(): Promise<EntryFacts | undefined>
  backups(): Promise<BackupFacts | undefined>
  updates(): Promise<UpdateFacts | undefined>
}

export interface Look {
  id: string
  /** It asks somebody outside: a schedule runs it rarely, and gives it more time. */
  slow?: true
  look(stored: Stored, withinMs: number): Promise<Check[]>
}

const answerMs = 1_500
const mostMs = 2_500
const slowAnswerMs = 20_000
const patientMostMs = 25_000

/** Each fact is gathered by itself: what fails or hangs is one line in the report, and the others are there. */
export function createDoctor(facts: ServerFacts) {
  const { now, isRunning, dataFolder, logFolder } = facts

  async function ports({ settings, inbounds }: Stored): Promise<Check[]> {
    const looks = {
      panel: createPortLook(isRunning ? process.pid : undefined),
      core: createPortLook(facts.corePid()),
    }
    const found = await portFacts(portsOf(facts.listeners(settings), settings, inbounds), looks)
    return judgePorts(found, {
      panel: isRunning,
      core: facts.core()?.state === 'running' && !facts.isSimulated,
    })
  }

  async function addresses({ settings }: Stored): Promise<Check[]> {
    const { panel, sub } = facts.listeners(settings)
    return judgeAddresses({
      own: ownAddresses().map((address) => ({ address, isPublic: isPublic(address) })),
      publicHost: settings.publicHost,
      panel: { listen: panel.address, port: panel.port },
      subscriptions: settings.subEnable
        ? { listen: sub.address, port: sub.port, hasPublicUrl: settings.subURI !== '' }
        : undefined,
    })
  }

  async function firewall({ settings, inbounds }: Stored): Promise<Check[]> {
    const needed = outerPorts(portsOf(facts.listeners(settings), settings, inbounds))
    return judgeFirewall({ found: await firewallsIn(), needed })
  }

  const certificates = ({ settings, inbounds }: Stored) =>
    certificatesOfAll(facts.listeners(settings), settings, inbounds, dataFolder)

  async function database(): Promise<Check[]> {
    const found = await facts.database(answerMs)
    return found ? judgeDatabase(found) : [check('database', 'note', coded('health.db-none'))]
  }

  async function core(): Promise<Check[]> {
    const found = facts.core()
    if (!found) return [check('core', 'note', coded('health.core-unasked'))]
    const { state, version } = found
    const isRunning = state === 'running'
    return [
      ...judgeCore(found),
      ...(isRunning ? judgeCoreVersion(version, OLDEST_VERSION, newestKnownCore) : []),
    ]
  }

  /** In the order in which an operator would look. */
  const looks: readonly Look[] = [
    { id: 'core', look: core },
    { id: 'ports', look: ports },
    { id: 'addresses', look: addresses },
    { id: 'firewall', look: firewall },
    {
      id: 'names',
      look: async ({ settings, hosts }) =>
        facts.isSimulated
          ? []
          : judgeNames(await nameFacts(namesOf(settings, hosts), lookupAll, answerMs), ownAddresses()),
    },
    {
      id: 'certificates',
      look: async (stored) => judgeCertificates(await certificateFacts(certificates(stored)), now()),
    },
    {
      id: 'clock',
      look: async () => {
        const [clock, service] = await Promise.all([facts.clock(), timeService()])
        return judgeClock({ ...clock, service })
      },
    },
    { id: 'database', look: database },
    {
      id: 'permissions',
      look: async (stored) => judgePermissions(await facts.permissions(keyFilesOf(certificates(stored)))),
    },
    { id: 'layout', look: async () => judgeLayout(await facts.layout()) },
    {
      id: 'backups',
      look: async () => {
        const found = await facts.backups()
        return found ? judgeBackups(found, now()) : []
      },
    },
    { id: 'disk', look: async () => judgeDisk(await diskFacts(dataFolder, logFolder)) },
    { id: 'memory', look: async () => judgeMemory(await memoryFacts()) },
    {
      id: 'files',
      look: async () =>
        judgeLimits([
          ...(isRunning ? [await limitFact('panel', 'self')] : []),
          await limitFact('core', facts.corePid()),
        ]),
    },
    { id: 'bbr', look: async () => judgeCongestion(await congestionFacts()) },
    { id: 'geo', look: async () => judgeGeo(await facts.geo(), now()) },
    { id: 'networks', look: async () => judgeNetworks(facts.networks()) },
    { id: 'cutting', look: async () => judgeCutting(facts.cutting()) },
    {
      id: 'reality',
      slow: true,
      look: async ({ inbounds }, withinMs) => judgeReality(await facts.reality(inbounds, withinMs)),
    },
    { id: 'outbounds', look: async () => judgeOutbounds(facts.outbounds()) },
    { id: 'nodes', look: async () => judgeNodes(await facts.nodes()) },
    { id: 'clients', look: async ({ settings }) => judgeClients(await facts.clients(settings)) },
    { id: 'limits', look: async ({ settings }) => judgeUnenforced(await facts.unenforced(settings)) },
    { id: 'caps', look: async () => judgeCaps(await facts.caps()) },
    { id: 'rotation', look: async () => judgeRotations(await facts.rotations()) },
    {
      id: 'entries',
      look: async () => {
        const found = await facts.entries()
        return found ? judgeEntries(found) : []
      },
    },
    { id: 'callers', look: async () => judgeCallers(await facts.callers()) },
    { id: 'updates', look: async () => judgeUpdates(await facts.updates()) },
  ]

  const namesOfLooks = looks.map(({ id }) => id)
  const slow = looks.filter((one) => one.slow).map(({ id }) => id)

  /** Each is timed by itself. `isPatient`: nobody waits, so a busy machine and those that are asked outside have time. */
  async function look(names: readonly string[] = namesOfLooks, isPatient = false): Promise<Looked[]> {
    const stored = await facts.stored()
    const wanted = looks.filter(({ id }) => names.includes(id))
    return Promise.all(
      wanted.map(async ({ id, look: one }) => {
        const began = performance.now()
        const answer = isPatient && slow.includes(id) ? slowAnswerMs : answerMs
        const checks = await within(id, () => one(stored, answer), isPatient ? patientMostMs : mostMs)
        return { name: id, at: now(), tookMs: Math.round(performance.now() - began), checks }
      }),
    )
  }

  let running: Promise<Looked[]> | undefined
  return {
    names: namesOfLooks,
    /** Those that ask nobody outside. */
    ownNames: namesOfLooks.filter((name) => !slow.includes(name)),
    look,
    /** All looks; several callers at once share them. */
    lookAll(): Promise<Looked[]> {
      running ??= look().finally(() => {
        running = undefined
      })
      return running
    },
    reportOf: (looked: readonly Looked[]): HealthReport =>
      reportOf(
        looked.flatMap(({ checks }) => checks),
        { at: now(), tookMs: Math.max(0, ...looked.map(({ tookMs }) => tookMs)), isRunning },
      ),
  }
}

export type Doctor = ReturnType<typeof createDoctor>

async function within(id: string, look: () => Promise<Check[]>, limitMs: number): Promise<Check[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs)
  })
  try {
    return await Promise.race([look(), late])
  } catch (error) {
    return [check(id, 'note', coded('health.check-failed', { check: id, reason: (error as Error).message }))]
  } finally {
    clearTimeout(timer)
  }
}
