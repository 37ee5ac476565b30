import type { Coded } from '#contract/coded.ts'
import type { Preflight, PreflightPart } from '#contract/core-preflight.ts'
import type { Block } from '#contract/inbound.ts'
import type { CoreInbound, SectionSource } from '#domain/core-config/inbound-section.ts'
import { textAt } from '#domain/inbounds/stream.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { withoutSecrets } from '#domain/secrets/text.ts'
import { appsWithCore } from '#domain/subscription/app-family.ts'
import type { ConfigTestResult } from '../binary/config-test.ts'
import type { sift } from '../binary/sift.ts'
import { type Desired, isLocal } from '../reconcile/desired.ts'
import { type AffectedClients, nobody } from './affected.ts'
import type { ToldBreak } from './breaks.ts'
import type { InboundTrial, Outcome, Tries } from './inbound-trial.ts'

export interface PreflightDeps {
  /** The configuration as the next core would get it: without clients, and as text with them. */
  desired: () => Promise<Desired>
  wholeText: () => Promise<string>
  /** One inbound with its clients. */
  section: (id: number) => Promise<Block>
  test: (binary: string, config: string) => Promise<ConfigTestResult>
  /** Why a version cannot serve its API to the panel. */
  tryApi: (binary: string) => Promise<Coded | undefined>
  tryInbounds: InboundTrial
  /** Opens inbounds of the template; outcomes by tag. */
  tryTemplate: (binary: string, sections: readonly CoreInbound[]) => Promise<Map<string, Outcome>>
  /** Builds and uses each outbound once, in a core that dials nobody. */
  tryOutbounds: (binary: string, outbounds: readonly Block[]) => ReturnType<typeof sift<Block>>
  breaks: (input: {
    from: string
    to: string
    inbounds: readonly SectionSource[]
    config: Desired['config']
  }) => Promise<ToldBreak[]>
  affected: AffectedClients
}

export interface Versions {
  /** The binary in use. */
  current: { path: string; version: string }
  next: { path: string; version: string }
}

type Part = PreflightPart

const fine = { state: 'ok', reason: '', ...nobody } as const

/** The core quotes what it refuses, keys too: `invalid "privateKey": abc`. */
const hide = (text: string): string =>
  withoutSecrets(text)
    .split(' ')
    .map((word, i, all) => (isKeyName(all[i - 1] ?? '') ? '***' : word))
    .join(' ')
const isKeyName = (word: string): boolean =>
  word.endsWith(':') && /key|password|seed|secret|auth|"id"/i.test(word)
const hidden = ({ code, params }: Coded): Coded => ({
  code,
  params: Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? hide(value) : typeof value === 'object' ? hidden(value) : value,
    ]),
  ),
})
const saying = (said: Coded) => ({ reason: inEnglish(hidden(said)), reasonCoded: hidden(said) })
const words = (said: string | Coded): Coded =>
  typeof said === 'string' ? coded('core.said', { reason: said }) : said

const nameOf = ({ remark, tag }: SectionSource): string => remark || tag
const everyTry = ({ own, apps }: Tries) => [own, ...apps.values()]
const bare: Block = { tag: 'blocked', protocol: 'blackhole' }

/** Tries what runs today in another version of the core. Nothing of the running core is touched. */
export function createPreflight(deps: PreflightDeps) {
  const refusedBy = async (binary: string, config: Block): Promise<Coded | undefined> => {
    const verdict = await deps.test(binary, JSON.stringify(config))
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
        ? await deps.affected.onInbounds([part.id])
        : part.kind === 'configuration'
          ? await deps.affected.everybody()
          : nobody
    return { ...part, state: failsNow ? 'fails-now' : 'fails', ...saying(said), ...hit }
  }

  /** Which inbounds the version does not even read; empty if the fault is elsewhere. */
  async function unreadInbounds({ current, next }: Versions, { config, inbounds }: Desired): Promise<Part[]> {
    const ids = new Map([...inbounds.values()].filter(isLocal).map((one) => [one.tag, one]))
    const parts: Part[] = []
    for (const bareSection of config.inbounds) {
      const source = ids.get(bareSection.tag)
      const section = source ? await deps.section(source.id) : (bareSection as unknown as Block)
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
    const tried = await deps.tryOutbounds(next.path, config.outbounds)
    const known = tried.refused.map(({ outbound }) => outbound)
    const before = known.length > 0 ? await deps.tryOutbounds(current.path, known) : undefined
    const failsNow = new Set(before?.refused.map(({ outbound }) => outbound))
    const parts = tried.kept.map(
      (outbound): Part => ({
        kind: 'outbound',
        id: 0,
        name: textAt(outbound, 'tag'),
        stage: 'opens',
        ...fine,
      }),
    )
    for (const { outbound, why } of tried.refused) {
      const part = { kind: 'outbound', id: 0, name: textAt(outbound, 'tag'), stage: 'opens' } as const
      parts.push(await failing(part, why, failsNow.has(outbound)))
    }
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
  async function inboundParts({ current, next }: Versions, inbounds: readonly SectionSource[]) {
    const tried = await deps.tryInbounds(next.path, inbounds)
    const failed = inbounds.filter(({ id }) => everyTry(tried).some((one) => one.get(id)?.state === 'fails'))
    const before = failed.length > 0 ? await deps.tryInbounds(current.path, failed) : undefined
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
    const tried = await deps.tryTemplate(next.path, sections)
    const failed = sections.filter(({ tag }) => tried.get(tag)?.state === 'fails')
    const before = failed.length > 0 ? await deps.tryTemplate(current.path, failed) : undefined
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
    for (const [core, outcomes] of tried.apps) {
      const works = (tries: Tries['own'] | undefined, id: number) => tries?.get(id)?.state === 'ok'
      const lost = inbounds.filter(
        ({ id }) =>
          outcomes.get(id)?.state === 'fails' &&
          works(tried.own, id) && // else it fails for everybody, which is said already
          works(before?.apps.get(core), id),
      )
      if (lost.length === 0) continue
      const ids = lost.map(({ id }) => id)
      const { clients: count } = await deps.affected.withApps(ids, appsWithCore(core))
      const names = lost.map(nameOf).join(', ')
      const said = coded('preflight.app-core-fails', { core, inbounds: names, version, count })
      told.push({ said, blocks: count > 0 })
    }
    return told
  }

  /** The whole configuration first; if it is refused, which part of it. */
  async function partsOf(
    versions: Versions,
    desired: Desired,
    whole: { text: string; verdict: ConfigTestResult },
  ): Promise<{ parts: Part[]; told: ToldBreak[] }> {
    const { current } = versions
    const { text, verdict } = whole
    const all = { kind: 'configuration', id: 0, name: '', stage: 'configuration' } as const
    const refused = !verdict.ok && verdict.refused
    const unread = refused ? await unreadInbounds(versions, desired) : []
    const unreadIds = new Set(unread.map(({ id }) => id))
    const local = [...desired.inbounds.values()].filter(isLocal)
    const { parts, told } = await inboundParts(
      versions,
      local.filter(({ id }) => !unreadIds.has(id)),
    )
    const named = new Set([...local.map(({ tag }) => tag), ...unread.map(({ name }) => name)])
    const written = desired.config.inbounds.filter(({ tag }) => !named.has(tag))
    const rest = [
      ...parts,
      ...(await templateParts(versions, written)),
      ...(await outboundParts(versions, desired)),
    ]
    if (!refused) {
      const silent = await deps.tryApi(versions.next.path)
      const api = silent
        ? await failing(all, silent, (await deps.tryApi(current.path)) !== undefined)
        : { ...all, ...fine }
      return { parts: [api, ...rest], told }
    }
    const isNamed = unread.length > 0 || rest.some(({ kind, state }) => kind === 'outbound' && state !== 'ok')
    if (isNamed) return { parts: [...unread, ...rest], told }
    const now = await deps.test(current.path, text)
    const refusal = await failing(all, words(verdict.words), !now.ok && now.refused)
    return { parts: [refusal, ...rest], told }
  }

  const sentence = (part: Part, version: string): Coded => {
    const reason = part.reasonCoded ?? ''
    if (part.kind === 'outbound')
      return coded('preflight.outbound-fails', { outbound: part.name, version, reason })
    const { clients: count } = part
    if (part.kind === 'configuration') return coded('preflight.config-fails', { version, reason, count })
    if (count === 0) return coded('preflight.inbound-fails-idle', { inbound: part.name, version, reason })
    const emails = part.emails.join(', ')
    const names = count > part.emails.length ? coded('preflight.and-more', { emails }) : emails
    return coded('preflight.inbound-fails', { inbound: part.name, version, reason, count, names })
  }

  return async (versions: Versions): Promise<Preflight> => {
    const desired = await deps.desired()
    const text = await deps.wholeText()
    const began = performance.now()
    const verdict = await deps.test(versions.next.path, text)
    const readMs = Math.round(performance.now() - began)
    const { parts, told: lost } = await partsOf(versions, desired, { text, verdict })
    const { version: to } = versions.next
    const { version: from } = versions.current
    const inbounds = [...desired.inbounds.values()].filter(isLocal)
    const told = [...(await deps.breaks({ from, to, inbounds, config: desired.config })), ...lost]
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
      apps: await deps.affected.apps(),
      readMs,
    }
  }
}

export type RunPreflight = ReturnType<typeof createPreflight>
