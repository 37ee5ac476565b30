import type { Coded } from '#contract/coded.ts'
import type { Preflight, PreflightPart } from '#contract/core-preflight.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreInbound, SectionSource } from '#domain/core-config/inbound-section.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { appsWithCore } from '#domain/subscription/app-family.ts'
import { textAt } from '#domain/untyped.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../store/open.ts'
import type { ConfigTestResult } from '../binary/config-test.ts'
import { type JobSteps, untold } from '../binary/core-job.ts'
import type { Desired, DesiredState } from '../reconcile/desired.ts'
import type { Core } from '../room.ts'
import { type AffectedClients, createAffected, namesOf, nobody } from './affected.ts'
import { type Breaks, createBreaks, type ToldBreak } from './breaks.ts'
import type { Outcome, Tries } from './inbound-trial.ts'
import { createTrials, type Silent, type Trials } from './trials.ts'
import { saying, words } from './words.ts'

interface PreflightDeps {
  core: Pick<Core, 'configText' | 'tryOutbounds'> & { desired: Pick<DesiredState, 'now' | 'section'> }
  trials: Trials
  breaks: Breaks
  affected: AffectedClients
}

export interface Versions {
  /** The binary in use. */
  current: { path: string; version: string }
  next: { path: string; version: string }
}

type Part = PreflightPart

const fine = { state: 'ok', reason: '', ...nobody } as const

const nameOf = ({ remark, tag }: SectionSource): string => remark || tag
const everyTry = ({ own, apps }: Tries) => [own, ...apps.values()]
const all = { kind: 'configuration', id: 0, name: '', stage: 'configuration' } as const
const bare: Block = { tag: 'blocked', protocol: 'blackhole' }

/** Tries what runs today in another version of the core. Nothing of the running core is touched. */
export function createPreflight({ core, trials, breaks, affected }: PreflightDeps) {
  const refusedBy = async (binary: string, config: Block): Promise<Coded | undefined> => {
    const verdict = await trials.config(binary, JSON.stringify(config))
    return verdict.ok || !verdict.refused ? undefined : words(verdict.words)
  }

  /** A part that fails: whether that is new, and who would notice. */
  async function failing(
    part: Pick<Part, 'kind' | 'id' | 'name' | 'stage'>,
    said: Coded,
    failsNow: boolean,
  ): Promise<Part> {
    const hit =
      part.kind === 'inbound' && part.id > 0
        ? await affected.onInbounds([part.id])
        : part.kind === 'configuration'
          ? await affected.everybody()
          : nobody
    return { ...part, state: failsNow ? 'fails-now' : 'fails', ...saying(said), ...hit }
  }

  /** Which inbounds the version does not even read; empty if the fault is elsewhere. */
  async function unreadInbounds({ current, next }: Versions, { config, inbounds }: Desired): Promise<Part[]> {
    const ids = new Map([...inbounds.values()].filter(isLocal).map((one) => [one.tag, one]))
    const parts: Part[] = []
    for (const bareSection of config.inbounds) {
      const source = ids.get(bareSection.tag)
      const section = source ? await core.desired.section(source.id) : (bareSection as unknown as Block)
      const alone = { inbounds: [section], outbounds: [bare] }
      const said = await refusedBy(next.path, alone)
      if (!said) continue
      const name = source ? nameOf(source) : bareSection.tag
      const part = { kind: 'inbound', id: source?.id ?? 0, name, stage: 'configuration' } as const
      parts.push(await failing(part, said, (await refusedBy(current.path, alone)) !== undefined))
    }
    return parts
  }

  async function outboundParts({ current, next }: Versions, { config }: Desired): Promise<Part[]> {
    const tried = await core.tryOutbounds(next.path, config.outbounds)
    const tags = new Set(tried.refused.map(({ outbound }) => outbound.tag))
    const known = tags.size > 0 ? (await core.desired.now(current.version)).config.outbounds : []
    const before = await core.tryOutbounds(
      current.path,
      known.filter(({ tag }) => tags.has(tag)),
    )
    const failsNow = new Set(before.refused.map(({ outbound }) => outbound.tag))
    const partOf = (outbound: Block) =>
      ({ kind: 'outbound', id: 0, name: textAt(outbound, 'tag'), stage: 'opens' }) as const
    const parts = tried.kept.map((outbound): Part => ({ ...partOf(outbound), ...fine }))
    for (const { outbound, why } of tried.refused)
      parts.push(await failing(partOf(outbound), why, failsNow.has(outbound.tag)))
    return parts
  }

  async function partOf(
    named: { id: number; name: string },
    outcome: Outcome,
    before: Outcome | undefined,
  ): Promise<Part> {
    const part = { kind: 'inbound', ...named, stage: outcome.stage } as const
    if (outcome.state === 'ok') return { ...part, ...fine }
    if (outcome.state === 'untried')
      return { ...part, state: 'untried', ...saying(outcome.reason), ...nobody }
    return failing(part, outcome.reason, before?.state === 'fails')
  }

  /** Each inbound, and what is to be said about other cores that no longer get through. */
  async function inboundParts(
    { current, next }: Versions,
    inbounds: readonly SectionSource[],
    steps: JobSteps,
  ) {
    steps.begin('inbounds')
    const tried = await trials.inbounds(next.path, inbounds, steps)
    const failed = inbounds.filter(({ id }) => everyTry(tried).some((one) => one.get(id)?.state === 'fails'))
    const before = failed.length > 0 ? await trials.inbounds(current.path, failed, untold) : undefined
    const parts: Part[] = []
    for (const inbound of inbounds) {
      const outcome = tried.own.get(inbound.id)
      const { id } = inbound
      if (outcome) parts.push(await partOf({ id, name: nameOf(inbound) }, outcome, before?.own.get(id)))
    }
    return { parts, told: await lostApps(tried, before, inbounds, next.version) }
  }

  /** Inbounds that the operator wrote into the template. */
  async function templateParts(
    { current, next }: Versions,
    sections: readonly CoreInbound[],
  ): Promise<Part[]> {
    if (sections.length === 0) return []
    const tried = await trials.template(next.path, sections)
    const failed = sections.filter(({ tag }) => tried.get(tag)?.state === 'fails')
    const before = failed.length > 0 ? await trials.template(current.path, failed) : undefined
    const parts: Part[] = []
    for (const [name, outcome] of tried) parts.push(await partOf({ id: 0, name }, outcome, before?.get(name)))
    return parts
  }

  /** Inbounds that a core of apps reaches in the version in use, and not in the next. */
  async function lostApps(
    tried: Tries,
    before: Tries | undefined,
    inbounds: readonly SectionSource[],
    version: string,
  ): Promise<ToldBreak[]> {
    const told: ToldBreak[] = []
    for (const [app, outcomes] of tried.apps) {
      const works = (tries: Tries['own'] | undefined, id: number) => tries?.get(id)?.state === 'ok'
      const lost = inbounds.filter(
        ({ id }) =>
          outcomes.get(id)?.state === 'fails' &&
          works(tried.own, id) && // else it fails for everybody, which is said already
          works(before?.apps.get(app), id),
      )
      if (lost.length === 0) continue
      const ids = lost.map(({ id }) => id)
      const { clients: count } = await affected.withApps(ids, appsWithCore(app))
      const names = lost.map(nameOf).join(', ')
      const said = coded('preflight.app-core-fails', { core: app, inbounds: names, version, count })
      told.push({ said, blocks: count > 0, clients: count })
    }
    return told
  }

  /** Why the next version is no core for this panel: it hangs, or cannot be started. Nothing else is tried then. */
  async function unusable(
    { current }: Versions,
    verdict: ConfigTestResult,
    silent: Silent | undefined,
  ): Promise<Part | undefined> {
    const part = { ...all, stage: 'opens' } as const
    if (!verdict.ok && !verdict.refused) {
      const now = await trials.config(current.path, await core.configText(current.version))
      const isMachine = !now.ok && !now.refused
      return isMachine ? undefined : failing(part, words(verdict.words), false)
    }
    if (!silent?.isSlow) return undefined
    const isMachine = (await trials.api(current.path))?.isSlow
    return isMachine ? undefined : failing(part, silent.reason, false)
  }

  async function apiPart({ current }: Versions, silent: Silent | undefined): Promise<Part> {
    if (!silent) return { ...all, ...fine }
    if (silent.isSlow) return { ...all, state: 'untried', ...saying(silent.reason), ...nobody }
    return failing(all, silent.reason, (await trials.api(current.path)) !== undefined)
  }

  /** The whole configuration first; if it is refused, which part of it. */
  async function partsOf(
    versions: Versions,
    desired: Desired,
    verdict: ConfigTestResult,
    steps: JobSteps,
  ): Promise<{ parts: Part[]; told: ToldBreak[] }> {
    const { current, next } = versions
    const refused = !verdict.ok && verdict.refused
    const silent = verdict.ok ? await trials.api(next.path) : undefined
    const none = await unusable(versions, verdict, silent)
    if (none) return { parts: [none], told: [] }
    const unread = refused ? await unreadInbounds(versions, desired) : []
    const unreadIds = new Set(unread.map(({ id }) => id))
    const local = [...desired.inbounds.values()].filter(isLocal)
    const { parts, told } = await inboundParts(
      versions,
      local.filter(({ id }) => !unreadIds.has(id)),
      steps,
    )
    const named = new Set([...local.map(({ tag }) => tag), ...unread.map(({ name }) => name)])
    const written = desired.config.inbounds.filter(({ tag }) => !named.has(tag))
    const ofTemplate = await templateParts(versions, written)
    steps.begin('outbounds')
    const rest = [...parts, ...ofTemplate, ...(await outboundParts(versions, desired))]
    steps.begin('changes')
    if (!refused) return { parts: [await apiPart(versions, silent), ...rest], told }
    const isNamed = unread.length > 0 || rest.some(({ kind, state }) => kind === 'outbound' && state !== 'ok')
    if (isNamed) return { parts: [...unread, ...rest], told }
    const now = await trials.config(current.path, await core.configText(current.version))
    const refusal = await failing(all, words(verdict.words), !now.ok && now.refused)
    return { parts: [refusal, ...rest], told }
  }

  const sentence = (part: Part, version: string): Coded => {
    const reason = part.reasonCoded ?? ''
    if (part.kind === 'outbound')
      return coded('preflight.outbound-fails', { outbound: part.name, version, reason })
    const { clients: count } = part
    if (part.kind === 'configuration' && part.stage === 'opens')
      return coded('preflight.does-not-run', { version, reason, count })
    if (part.kind === 'configuration') return coded('preflight.config-fails', { version, reason, count })
    if (count === 0) return coded('preflight.inbound-fails-idle', { inbound: part.name, version, reason })
    return coded('preflight.inbound-fails', {
      ...{ inbound: part.name, version, reason },
      ...{ count, names: namesOf(part) },
    })
  }

  async function run(versions: Versions, steps: JobSteps = untold): Promise<Preflight> {
    steps.begin('read')
    const { version: to } = versions.next
    const { version: from } = versions.current
    const desired = await core.desired.now(to)
    const text = await core.configText(to)
    const began = performance.now()
    const verdict = await trials.config(versions.next.path, text)
    const readMs = Math.round(performance.now() - began)
    const { parts, told: lost } = await partsOf(versions, desired, verdict, steps)
    const { config } = await core.desired.now(from)
    const inbounds = [...desired.inbounds.values()].filter(isLocal)
    const told = [...(await breaks.find({ from, to, inbounds, config, next: desired.config })), ...lost]
    const blocks = [
      ...parts.filter(({ state }) => state === 'fails').map((part) => sentence(part, to)),
      ...told.filter((one) => one.blocks).map(({ said }) => said),
    ]
    const notes = told.filter((one) => !one.blocks).map(({ said }) => said)
    return {
      version: to,
      from,
      ok: blocks.length === 0,
      blocks: blocks.map(inEnglish),
      blocksCoded: blocks,
      notes: notes.map(inEnglish),
      notesCoded: notes,
      parts,
      apps: await affected.apps(),
      readMs,
    }
  }

  return { run }
}

export interface PreflightSources extends Clock {
  db: Db
  core: Core
  env: NodeJS.ProcessEnv
}

/** The pre-flight of a whole panel. */
export function preflightOf({ db, core, env, now }: PreflightSources) {
  const affected = createAffected(db, now)
  const trials = createTrials({ testCores: core.testCores, desired: core.desired, env, now })
  return createPreflight({ core, trials, breaks: createBreaks(affected), affected })
}
