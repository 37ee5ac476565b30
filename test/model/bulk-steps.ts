import { expect } from 'vitest'
import type { Random } from '../random.ts'
import { anyCase, created, type Draft, groupNames, names, randomDraft } from './drafts.ts'
import { type MakeStep, paths, someIds } from './step.ts'
import {
  attach,
  byEmail,
  byId,
  checkUnique,
  depleted,
  type ModelClient,
  type ModelInbound,
  Refused,
  remove,
  settle,
  takesClients,
  type World,
} from './world.ts'

/** An unknown inbound accepts no clients. */
const nowhere: ModelInbound = {
  id: 0,
  remark: '',
  port: 0,
  protocol: '',
  method: '',
  tls: false,
  enable: true,
  fallbacks: [],
}

const someEmails = (r: Random, w: World): string[] => [
  ...r.some(w.clients, 4).map((c) => anyCase(r, c.email)),
  ...(r.chance(0.2) ? ['nobody'] : []),
]
const found = (w: World, emails: readonly string[]): ModelClient[] => [
  ...new Set(emails.flatMap((e) => byEmail(w, e) ?? [])),
]

/** Runs a part of a bulk call that is skipped if it is refused. */
function tryPart(w: World, part: (world: World) => void): boolean {
  const copy = structuredClone(w)
  try {
    part(copy)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return false
  }
  Object.assign(w, copy)
  return true
}

interface Item {
  client: Draft
  inboundIds: number[]
}

/** The first of several with one name; none whose name is taken. Names are checked before credentials. */
function firstOf(
  list: Item[],
  nameOf: (i: Item) => string | undefined,
  taken: (string | undefined)[],
): Item[] {
  const seen = new Set(taken)
  return list.filter((item) => {
    const name = nameOf(item)
    if (name === undefined) return true
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

const create =
  (verb: 'bulkCreate' | 'import'): MakeStep =>
  (r, w) => {
    const list: Item[] = []
    const again = () => r.pick([...w.clients, ...list.map((item) => item.client), {}])
    for (let length = r.below(4); length > 0; length--) {
      const { email = r.pick(names), subId } = r.chance(0.3) ? again() : {}
      list.push({
        client: {
          ...randomDraft(r),
          ...(r.chance(0.95) && { email: anyCase(r, email) }),
          ...(subId && { subId }),
        },
        inboundIds: someIds(r, w),
      })
    }
    let made = 0
    return {
      url: `${paths.clients}/${verb}`,
      body: verb === 'import' ? { data: JSON.stringify(list) } : list,
      apply(world) {
        const usable = ({ client, inboundIds }: Item) =>
          client.email !== undefined &&
          (inboundIds.length > 0 || verb === 'import') &&
          inboundIds.every((id) => takesClients(byId(world, id) ?? nowhere))
        const named = firstOf(
          list.filter(usable),
          ({ client }) => client.email?.toLowerCase(),
          world.clients.map((c) => c.email.toLowerCase()),
        )
        const subs = world.clients.map((c) => c.subId)
        for (const { client, inboundIds } of firstOf(
          named,
          ({ client }) => client.subId || undefined,
          subs,
        )) {
          const ok = tryPart(world, (copy) => {
            attach(copy, created(copy, client, []), inboundIds)
            checkUnique(copy)
          })
          if (ok) made++
        }
        // The same client, listed again, is attached where it was missing (R19).
        for (const { client, inboundIds } of list.filter((item) => usable(item) && !named.includes(item))) {
          const ok = tryPart(world, (copy) => {
            const known = byEmail(copy, client.email ?? '')
            const missing = inboundIds.filter((id) => !known?.inboundIds.includes(id))
            if (!known || !client.subId || client.subId !== known.subId || missing.length === 0)
              throw new Refused('in use')
            attach(copy, known, inboundIds)
            checkUnique(copy)
          })
          if (ok) made++
        }
      },
      reply: (obj) => expect(obj).toMatchObject({ created: made }),
    }
  }

const bulkDel: MakeStep = (r, w) => {
  const emails = someEmails(r, w).slice(0, 2)
  const keepTraffic = r.chance(0.3)
  return {
    url: `${paths.clients}/bulkDel`,
    body: { emails, keepTraffic },
    apply(world) {
      for (const c of found(world, emails)) remove(world, c, keepTraffic)
    },
  }
}

const bulkAttach: MakeStep = (r, w) => {
  const emails = someEmails(r, w)
  const inboundIds = someIds(r, w, 2)
  return {
    url: `${paths.clients}/bulkAttach`,
    body: { emails, inboundIds },
    apply(world) {
      if (inboundIds.some((id) => !takesClients(byId(world, id) ?? nowhere)))
        throw new Refused('takes no clients')
      for (const c of found(world, emails))
        tryPart(world, (copy) => {
          const same = byEmail(copy, c.email)
          if (same) attach(copy, same, inboundIds)
          checkUnique(copy)
        })
    },
  }
}

const bulkDetach: MakeStep = (r, w) => {
  const emails = someEmails(r, w)
  const inboundIds = someIds(r, w)
  return {
    url: `${paths.clients}/bulkDetach`,
    body: { emails, inboundIds },
    apply(world) {
      for (const c of found(world, emails))
        c.inboundIds = c.inboundIds.filter((id) => !inboundIds.includes(id))
    },
  }
}

const bulkAdjust: MakeStep = (r, w) => {
  const emails = someEmails(r, w)
  const [addDays, addBytes] = [r.pick([0, 1, -1, -2]), r.pick([0, 500, -100, -1_000])]
  return {
    url: `${paths.clients}/bulkAdjust`,
    body: { emails, addDays, addBytes },
    apply(world) {
      if (addDays === 0 && addBytes === 0) throw new Refused('nothing to adjust')
      for (const c of found(world, emails)) {
        const days = addDays * 86_400_000
        const before = c.expiryTime + c.totalGB
        if (c.expiryTime < 0 && c.expiryTime - days < 0) c.expiryTime -= days
        if (c.expiryTime > 0 && (addDays > 0 || c.expiryTime + days > Date.now())) c.expiryTime += days
        if (c.totalGB > 0 && c.totalGB + addBytes > 0) c.totalGB += addBytes
        if (c.expiryTime + c.totalGB !== before) settle(c)
      }
    },
  }
}

const bulkSwitch =
  (enable: boolean): MakeStep =>
  (r, w) => {
    const emails = someEmails(r, w)
    return {
      url: `${paths.clients}/${enable ? 'bulkEnable' : 'bulkDisable'}`,
      body: { emails },
      apply(world) {
        for (const c of found(world, emails)) {
          const ended = enable && depleted(c)
          Object.assign(c, { enable: enable && !ended, byPanel: ended })
        }
      },
    }
  }

const reset = (c: ModelClient) => {
  Object.assign(c, { up: 0, down: 0 })
  settle(c)
}

const bulkReset: MakeStep = (r, w) => {
  const emails = someEmails(r, w)
  return {
    url: `${paths.clients}/bulkResetTraffic`,
    body: { emails },
    apply: (world) => found(world, emails).forEach(reset),
    reply: (obj) => expect(obj).toMatchObject({ affected: found(w, emails).length }),
  }
}

const members = (w: World, name: string) => w.clients.filter((c) => c.group === name)
const remember = (w: World, name: string) => {
  if (!w.groups.includes(name)) w.groups = [...w.groups, name].sort()
}
const forget = (w: World, name: string) => {
  w.groups = w.groups.filter((g) => g !== name)
}

const group: MakeStep = (r, w) => {
  const [name, to] = [r.pick(groupNames), r.pick(groupNames)]
  const emails = someEmails(r, w)
  const verbs: Record<string, { body: object; apply(world: World): void }> = {
    create: {
      body: { name },
      apply(world) {
        if (world.groups.includes(name) || members(world, name).length > 0) throw new Refused('exists')
        remember(world, name)
      },
    },
    rename: {
      body: { oldName: name, newName: to },
      apply(world) {
        if (!world.groups.includes(name) && members(world, name).length === 0) throw new Refused('none')
        forget(world, name)
        remember(world, to)
        for (const c of members(world, name)) c.group = to
      },
    },
    delete: {
      body: { name },
      apply(world) {
        forget(world, name)
        for (const c of members(world, name)) c.group = ''
      },
    },
    bulkAdd: {
      body: { emails, group: name },
      apply(world) {
        remember(world, name)
        for (const c of found(world, emails)) c.group = name
      },
    },
    bulkRemove: {
      body: { emails },
      apply(world) {
        for (const c of found(world, emails)) c.group = ''
      },
    },
    resetTraffic: { body: { name }, apply: (world) => members(world, name).forEach(reset) },
  }
  const verb = r.pick(Object.keys(verbs))
  return { url: `${paths.clients}/groups/${verb}`, ...(verbs[verb] as (typeof verbs)[string]) } // picked from its keys
}

export const bulkSteps: readonly MakeStep[] = [
  ...[create('bulkCreate'), create('import'), bulkDel, bulkAttach, bulkDetach, bulkAdjust],
  ...[bulkSwitch(true), bulkSwitch(false), bulkReset, group, group],
]
