import type { Coded } from '#contract/coded.ts'
import { missingIn } from '#domain/core-config/core-additions.ts'
import { textIn } from '#domain/core-config/edit.ts'
import { type ChangesInput, findChanges } from '#domain/core-config/find-changes.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { coded } from '#domain/refusal.ts'
import { type AffectedClients, namesOf } from './affected.ts'

export interface ToldBreak {
  said: Coded
  /** Somebody who connects today could not any more. */
  blocks: boolean
  /** Enabled clients that it is about. */
  clients: number
}

type Found = ReturnType<typeof findChanges>[number]
type About<A> = Extract<Found['change'], { about: A }>
type FoundOf<A> = Omit<Found, 'change'> & { change: About<A> }

const namesOfInbounds = (inbounds: readonly SectionSource[]): string =>
  inbounds.map(({ remark, tag }) => remark || tag).join(', ')

/** What is known to break, as sentences with the clients that it would hit. */
export function createBreaks(affected: AffectedClients) {
  /** By the apps that fetched a subscription here. */
  async function ofApps({ change, isNew, inbounds: found }: FoundOf<'apps'>): Promise<ToldBreak[]> {
    const { says, fails } = change
    const hit = await affected.withApps(
      found.map(({ id }) => id),
      change.apps,
    )
    const { clients: count } = hit
    const inbounds = namesOfInbounds(found)
    const apps = hit.apps.map(({ name }) => name).join(', ')
    const params = { count, apps, inbounds, names: namesOf(hit) }
    if (says === 'reality-refresh')
      return count > 0 && isNew
        ? [{ said: coded('preflight.reality-refresh', params), blocks: false, clients: count }]
        : []
    if (count === 0)
      return [{ said: coded(`preflight.${says}-nobody`, { inbounds }), blocks: false, clients: 0 }]
    if (!isNew) return [{ said: coded(`preflight.${says}-now`, params), blocks: false, clients: count }]
    const isOne = count === 1 && says === 'reality'
    const said = isOne ? coded('preflight.reality-one', params) : coded(`preflight.${says}`, params)
    return [{ said, blocks: fails, clients: count }]
  }

  /** Whatever the app is. */
  async function ofInbounds({ change, isNew, inbounds: found }: FoundOf<'inbounds'>): Promise<ToldBreak[]> {
    if (change.onlyNew && !isNew) return []
    const { clients } = await affected.onInbounds(found.map(({ id }) => id))
    const said = coded(`preflight.${change.kind}`, { inbounds: namesOfInbounds(found), clients })
    return [{ said, blocks: change.fails && isNew && clients > 0, clients }]
  }

  /** One that is refused blocks by its own trial. */
  const ofOutbounds = ({ change, isNew, outbounds }: FoundOf<'outbounds'>): ToldBreak[] =>
    isNew
      ? [
          {
            said: coded(`preflight.${change.kind}`, { outbounds: outbounds.join(', ') }),
            blocks: false,
            clients: 0,
          },
        ]
      : []

  /** What is refused blocks by its own trial; what is ignored is said here alone. */
  function missing({ from, to, inbounds, config, next = config }: ChangesInput): ToldBreak[] {
    const sections = [
      ...inbounds.map((one) => ({ name: one.remark || one.tag, section: { ...one } })),
      ...next.outbounds.map((section) => ({ name: textIn(section, ['tag']), section })),
    ]
    const today = new Set(missingIn(from, sections).map(({ name }) => name))
    return missingIn(to, sections)
      .filter(({ name }) => !today.has(name))
      .map(({ name, since, places }) => {
        const params = { name, since, version: to, places: places.join(', ') }
        return { said: coded('preflight.needs-newer', params), blocks: false, clients: 0 }
      })
  }

  async function find(input: ChangesInput): Promise<ToldBreak[]> {
    const told = missing(input)
    for (const { change, ...found } of findChanges(input)) {
      if (change.about === 'apps') told.push(...(await ofApps({ change, ...found })))
      else if (change.about === 'inbounds') told.push(...(await ofInbounds({ change, ...found })))
      else told.push(...ofOutbounds({ change, ...found }))
    }
    return told
  }

  return { find }
}

export type Breaks = ReturnType<typeof createBreaks>
