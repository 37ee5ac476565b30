import { randomBytes } from 'node:crypto'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { inboundSection, type SectionSource } from '#domain/core-config/inbound-section.ts'
import type { OtherCore } from '#domain/core-config/preflight-apps.ts'
import { clientOutbound, entryFor } from '#domain/core-config/preflight-client.ts'
import { onSparePort, trialConfig } from '#domain/core-config/preflight-inbound.ts'
import { serverKey, type UserSource } from '#domain/core-config/users.ts'
import { securityOf } from '#domain/inbounds/stream.ts'
import type { Advertised } from '#domain/links/advertised.ts'
import { dialledAt } from '#domain/outbounds/dialled-hosts.ts'
import { probeConfig, probeUser } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { isBlock } from '#domain/untyped.ts'
import type { Clock } from '../../platform/clock.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import { requestThrough } from '../../platform/egress/through-proxy.ts'
import { createMint } from '../../platform/mint.ts'
import type { JobSteps } from '../binary/core-job.ts'
import { someone } from '../binary/inbound-check.ts'
import { freePort } from '../process/free-port.ts'
import type { TestCores } from '../process/throwaway-cores.ts'
import type { DesiredState } from '../reconcile/desired.ts'
import { type AppProgram, findApps, startApp } from './app-trial.ts'
import { openStage, type Stage, trialName } from './stage.ts'
import { startApart } from './start-apart.ts'

export type Outcome = { stage: 'opens' | 'connects' } & (
  | { state: 'ok' }
  | { state: 'fails' | 'untried'; reason: Coded }
)

export interface TrialDeps extends Clock {
  testCores: TestCores
  desired: Pick<DesiredState, 'hidden'>
  /** Names the cores of apps on this machine, which connect too. */
  env: NodeJS.ProcessEnv
}

/** Outcomes by the id of the inbound: of a client with the same core, and of each other core. */
export interface Tries {
  own: ReadonlyMap<number, Outcome>
  apps: ReadonlyMap<OtherCore, ReadonlyMap<number, Outcome>>
}

interface Tried {
  inbound: SectionSource
  user: UserSource
}

/** An unused address (TEST-NET-1): only the trial's own site can answer. */
const nowhere = 'http://192.0.2.1/'
const requestMs = 5_000
const attempts = 2
const width = 8

export const unstarted = (
  stage: Outcome['stage'],
  { reason, unsure }: { reason: string; unsure: boolean },
): Outcome => ({ state: unsure ? 'untried' : 'fails', stage, reason: coded('core.said', { reason }) })

/** Whom Reality does not let in is connected to the site that it borrows from, whose certificate is for another name. */
const isTurnedAway = (outcome: Outcome, { streamSettings }: Block): boolean =>
  outcome.state === 'fails' &&
  isBlock(streamSettings) &&
  securityOf(streamSettings) === 'reality' &&
  inEnglish(outcome.reason).includes(trialName)
const turnedAway: Outcome = {
  state: 'fails',
  stage: 'connects',
  reason: coded('preflight.reality-turned-away'),
}

/** A tunnel has a fixed target, and a TUN device exists once. */
const noClient: ReadonlySet<string> = new Set(['tunnel', 'tun'])

/**
 * Opens inbounds on spare ports in a core of the given version, and connects to each as a client with a second core of
 * the same version. Returns an outcome for every inbound.
 */
export function createInboundTrial(deps: TrialDeps) {
  const start = (binary: string) => (config: Block) => deps.testCores.start(binary, config)

  const sectionOf = ({ inbound, user }: Tried) =>
    inboundSection(inbound, [user], {
      fallbacks: [],
      childOf: () => undefined,
      hidden: deps.desired.hidden(),
    })

  const optionsFor = (inbound: SectionSource, { place }: Stage) => ({
    address: '127.0.0.1',
    port: inbound.port,
    ca: place.certificate.cert,
    serverName: place.serverName,
    serverKey: serverKey(inbound, deps.desired.hidden()),
  })

  function outboundTo({ inbound, user }: Tried, stage: Stage): Block {
    const made = clientOutbound(inbound, user, optionsFor(inbound, stage))
    return dialledAt(made, { host: '127.0.0.1', port: inbound.port })
  }

  function entriesOf(tried: readonly Tried[], stage: Stage): Map<number, Advertised> {
    const entries = new Map<number, Advertised>()
    for (const { inbound, user } of tried) {
      if (!carriesClients(inbound.protocol)) continue
      try {
        const entry = entryFor(inbound, user, optionsFor(inbound, stage))
        entries.set(inbound.id, { ...entry, remark: `probe-${inbound.id}` })
      } catch {
        // No link can be made for it: the trial with the core itself says why.
      }
    }
    return entries
  }

  /** What an app's own core can dial is dialled; what it left out, or all if it does not start, has no outcome. */
  async function connectApp(program: AppProgram, tried: readonly Tried[], stage: Stage, { did }: JobSteps) {
    const outcomes = new Map<number, Outcome>()
    const entries = entriesOf(tried, stage)
    const ports: number[] = []
    for (const _ of entries) ports.push(await freePort())
    const app = await startApp(program, [...entries.values()], stage.place.certificate.cert, ports)
    if (!app) return outcomes
    try {
      await mapLimited([...entries], width, async ([id, { remark }]) => {
        const port = app.doors.get(remark)
        const door = { port: port ?? 0, user: 'probe', password: '' }
        if (port !== undefined) outcomes.set(id, await answered(door, () => undefined))
        did()
      })
      return outcomes
    } finally {
      await app.stop()
    }
  }

  async function connect(binary: string, tried: readonly Tried[], stage: Stage, { did }: JobSteps) {
    const outcomes = new Map<number, Outcome>()
    const ways: { id: number; outbound: Block }[] = []
    for (const one of tried) {
      const { id, protocol } = one.inbound
      if (noClient.has(protocol)) outcomes.set(id, { state: 'ok', stage: 'opens' })
      else
        try {
          ways.push({ id, outbound: outboundTo(one, stage) })
        } catch (error) {
          // No link can be made for it either: nobody connects through it by a link of this panel.
          outcomes.set(id, { state: 'untried', stage: 'connects', reason: codedOf(error) })
        }
    }
    const doors = new Map<unknown, { port: number; password: string }>()
    const clients = await startApart(
      ways,
      async (part) => {
        const door = { port: await freePort(), password: randomBytes(18).toString('base64url') }
        doors.set(part, door)
        const outbounds = part.map(({ outbound }) => outbound)
        return probeConfig(outbounds, outbounds, door)
      },
      start(binary),
    )
    for (const { item, ...failure } of clients.failed) outcomes.set(item.id, unstarted('connects', failure))
    for (const { core, items } of clients.running) {
      try {
        await mapLimited(items, width, async ({ id, outbound }, index) => {
          const door = { ...doors.get(items)!, user: probeUser(index) }
          const outcome = await answered(door, () => core.lines.cause(door.user))
          outcomes.set(id, isTurnedAway(outcome, outbound) ? turnedAway : outcome)
          did()
        })
      } finally {
        await core.stop()
      }
    }
    return outcomes
  }

  async function answered(
    door: { port: number; password: string; user: string },
    cause: () => string | undefined,
  ): Promise<Outcome> {
    let reason: Coded = coded('preflight.no-answer')
    for (let attempt = 0; attempt < attempts; attempt++) {
      try {
        const { statusCode } = await requestThrough(door, nowhere, { warm: false, limitMs: requestMs })
        if (statusCode === 204) return { state: 'ok', stage: 'connects' }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        reason = codedOf(error)
      }
    }
    const said = cause()
    if (said) reason = coded('preflight.no-answer-because', { reason: said })
    return { state: 'fails', stage: 'connects', reason }
  }

  return async (binary: string, inbounds: readonly SectionSource[], steps: JobSteps): Promise<Tries> => {
    const programs = findApps(deps.env)
    steps.of('inbounds', inbounds.length * (1 + programs.length))
    const outcomes = new Map<number, Outcome>()
    const apps = new Map<OtherCore, ReadonlyMap<number, Outcome>>()
    const stage = await openStage(deps.now())
    const open: { stop(): Promise<void> }[] = []
    try {
      const tried: Tried[] = []
      for (const inbound of inbounds) {
        if (inbound.protocol === 'tun') {
          const reason = coded('preflight.untried-tun')
          outcomes.set(inbound.id, { state: 'untried', stage: 'opens', reason })
          continue
        }
        const spare = onSparePort(inbound, await freePort(), stage.place)
        const user = { ...someone(spare, createMint(deps.now())), flow: 'xtls-rprx-vision' }
        tried.push({ inbound: spare, user })
      }
      const servers = await startApart(
        tried,
        async (part) => trialConfig(part.map(sectionOf), stage.site),
        start(binary),
      )
      open.push(...servers.running.map(({ core }) => core))
      for (const { item, ...failure } of servers.failed)
        outcomes.set(item.inbound.id, unstarted('opens', failure))
      const opened = servers.running.flatMap(({ items }) => items)
      for (const [id, outcome] of await connect(binary, opened, stage, steps)) outcomes.set(id, outcome)
      for (const program of programs) apps.set(program.core, await connectApp(program, opened, stage, steps))
      return { own: outcomes, apps }
    } finally {
      for (const core of open) await core.stop()
      await stage.close()
    }
  }
}
