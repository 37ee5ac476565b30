import type { Coded } from '#contract/coded.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { type BreakInput, type FoundBreak, findBreaks } from '#domain/core-config/preflight-breaks.ts'
import { coded } from '#domain/refusal.ts'
import type { AffectedClients } from './affected.ts'

export interface ToldBreak {
  said: Coded
  /** Somebody who connects today could not any more. */
  blocks: boolean
}

type OfEveryApp = Exclude<FoundBreak['kind'], 'private-targets' | `reality-${string}`>

const namesOf = (inbounds: readonly SectionSource[]): string =>
  inbounds.map(({ remark, tag }) => remark || tag).join(', ')

/** What is known to break, as sentences with the clients that it would hit. */
export function createBreaks(affected: AffectedClients) {
  async function reality(found: FoundBreak): Promise<ToldBreak[]> {
    const ids = found.inbounds.map(({ id }) => id)
    const { clients: count, apps } = await affected.withApps(ids, found.apps === 'all' ? [] : found.apps)
    const inbounds = namesOf(found.inbounds)
    const names = apps.map(({ name }) => name).join(', ')
    if (count === 0) return [{ said: coded('preflight.reality-nobody', { inbounds }), blocks: false }]
    if (!found.isNew)
      return [{ said: coded('preflight.reality-now', { count, apps: names, inbounds }), blocks: false }]
    const said =
      count === 1
        ? coded('preflight.reality-one', { apps: names, inbounds })
        : coded('preflight.reality', { count, apps: names, inbounds })
    return [{ said, blocks: true }]
  }

  /** Whatever the app is. */
  async function everyApp(found: FoundBreak, kind: OfEveryApp): Promise<ToldBreak[]> {
    const { clients } = await affected.onInbounds(found.inbounds.map(({ id }) => id))
    const inbounds = namesOf(found.inbounds)
    const blocks = found.fails && found.isNew && clients > 0
    return [{ said: coded(`preflight.${kind}`, { inbounds, clients }), blocks }]
  }

  async function find(input: BreakInput): Promise<ToldBreak[]> {
    const told: ToldBreak[] = []
    for (const found of findBreaks(input)) {
      if (found.kind === 'reality-version' || found.kind === 'reality-version-set')
        told.push(...(await reality(found)))
      else if (found.kind !== 'private-targets') told.push(...(await everyApp(found, found.kind)))
      else if (found.isNew)
        told.push({
          said: coded('preflight.private-targets', { outbounds: found.outbounds.join(', ') }),
          blocks: false,
        })
    }
    return told
  }

  return { find }
}

export type Breaks = ReturnType<typeof createBreaks>
