import { expect } from 'vitest'
import type { Random } from '../random.ts'
import { anyCase, created, names, randomDraft, updated } from './drafts.ts'
import { type MakeStep, paths, someEmail, someIds } from './step.ts'
import { attach, byEmail, checkUnique, depleted, must, Refused, remove, settle, type World } from './world.ts'

const at = (r: Random, verb: string, email: string) =>
  `${paths.clients}/${verb}/${encodeURIComponent(anyCase(r, email))}`
const verbOf = (r: Random, email: string, verb: string) =>
  `${paths.clients}/${encodeURIComponent(anyCase(r, email))}/${verb}`
const client = (w: World, email: string) => must(byEmail(w, email), 'no such client')

const add: MakeStep = (r, w) => {
  const draft = { ...randomDraft(r), email: anyCase(r, r.pick(names)) }
  const inboundIds = someIds(r, w)
  return {
    url: `${paths.clients}/add`,
    body: { client: draft, inboundIds },
    apply(world) {
      if (inboundIds.length === 0) throw new Refused('no inbound')
      const known = byEmail(world, draft.email)
      if (!known) {
        const made = created(world, draft, [])
        attach(world, made, inboundIds)
        return checkUnique(world)
      }
      const missing = inboundIds.filter((id) => !known.inboundIds.includes(id))
      if (!draft.subId || draft.subId !== known.subId || missing.length === 0) throw new Refused('in use')
      attach(world, known, inboundIds)
      checkUnique(world)
    },
  }
}

const update: MakeStep = (r, w) => {
  const email = someEmail(r, w, names)
  const draft = randomDraft(r)
  if (r.chance(0.3)) draft.email = anyCase(r, r.chance(0.5) ? email : r.pick(names))
  return {
    url: at(r, 'update', email),
    body: draft,
    apply: (world) => updated(world, client(world, email), draft),
  }
}

const del: MakeStep = (r, w) => {
  const email = someEmail(r, w, names)
  const keep = r.chance(0.3)
  return {
    url: at(r, 'del', email) + (keep ? '?keepTraffic=1' : ''),
    apply: (world) => remove(world, client(world, email), keep),
  }
}

const attachOne: MakeStep = (r, w) => {
  const email = someEmail(r, w, names)
  const inboundIds = someIds(r, w)
  return {
    url: verbOf(r, email, 'attach'),
    body: { inboundIds },
    apply(world) {
      attach(world, client(world, email), inboundIds)
      checkUnique(world)
    },
  }
}

const detachOne: MakeStep = (r, w) => {
  const email = someEmail(r, w, names)
  const inboundIds = someIds(r, w)
  return {
    url: verbOf(r, email, 'detach'),
    body: { inboundIds },
    apply(world) {
      const c = client(world, email)
      c.inboundIds = c.inboundIds.filter((id) => !inboundIds.includes(id))
    },
  }
}

const count = (w: World, email: string, up: number, down: number) => {
  const c = byEmail(w, email)
  if (!c) return
  Object.assign(c, { up, down })
  settle(c)
}

const updateTraffic: MakeStep = (r, w) => {
  const email = someEmail(r, w, names)
  const [upload, download] = [r.pick([0, 40, 600]), r.pick([0, 70, 9_000])]
  return {
    url: at(r, 'updateTraffic', email),
    body: { upload, download },
    apply: (world) => count(world, email, upload, download),
  }
}

const resetTraffic: MakeStep = (r, w) => {
  const email = someEmail(r, w, names)
  return {
    url: at(r, 'resetTraffic', email),
    apply: (world) => count(world, client(world, email).email, 0, 0),
  }
}

const resetAll: MakeStep = () => ({
  url: `${paths.clients}/resetAllTraffics`,
  apply(world) {
    for (const row of Object.values(world.kept)) Object.assign(row, { up: 0, down: 0 })
    for (const c of world.clients) count(world, c.email, 0, 0)
  },
})

const delDepleted: MakeStep = (_r, w) => {
  const n = w.clients.filter((c) => c.reset === 0 && depleted(c)).length
  return {
    url: `${paths.clients}/delDepleted`,
    apply(world) {
      for (const c of world.clients.filter((x) => x.reset === 0 && depleted(x))) remove(world, c)
    },
    reply: (obj) => expect(obj).toMatchObject({ deleted: n }),
  }
}

const delOrphans: MakeStep = (_r, w) => {
  const n = w.clients.filter((c) => c.inboundIds.length === 0).length
  return {
    url: `${paths.clients}/delOrphans`,
    apply(world) {
      for (const c of world.clients.filter((x) => x.inboundIds.length === 0)) remove(world, c)
    },
    reply: (obj) => expect(obj).toMatchObject({ deleted: n }),
  }
}

/** A step is listed several times to make it more frequent. */
export const clientSteps: readonly MakeStep[] = [
  ...[add, add, add, add, update, update, update, update, del, attachOne, attachOne, detachOne],
  ...[updateTraffic, updateTraffic, resetTraffic, resetAll, delDepleted, delOrphans],
]
