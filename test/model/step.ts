import type { Random } from '../random.ts'
import type { World } from './world.ts'

/** One call and its effect on the model; if `apply` throws `Refused`, the panel must refuse. */
export interface Step {
  url: string
  body?: unknown
  apply(w: World): void
  /** It writes even if the model sees no difference (a reset time). */
  always?: true
  /** Checks the reply's `obj`. */
  reply?: (obj: unknown) => void
}

export type MakeStep = (r: Random, w: World) => Step

const clients = '/panel/api/clients'
const inbounds = '/panel/api/inbounds'
export const paths = { clients, inbounds }

export const someEmail = (r: Random, w: World, names: readonly string[]): string =>
  w.clients.length > 0 && r.chance(0.85) ? r.pick(w.clients).email : r.pick(names)

/** Mostly existing ids, now and then an unknown one. */
export function someIds(r: Random, w: World, most = 3): number[] {
  const known = w.inbounds.flatMap((i) => i.id ?? [])
  const ids = r.some(known, most)
  return r.chance(0.06) ? [...ids, r.pick([999_999, -1, 0, 3_000_000_000])] : ids
}
