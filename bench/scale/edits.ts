import type { Desk } from './desk.ts'
import { clientOf, twoOf } from './people.ts'
import { inTurns, type Times } from './timing.ts'

/** A panel with this many clients on its inbounds. */
export interface Side {
  desk: Desk
  inbounds: readonly number[]
  count: number
}
export type Pair = { small: Times; large: Times }

const api = '/panel/api/clients'
const name = (i: number) => `edited${i}`

/** Runs `samples` clients through their life cycle; every step is timed on both panels in turn. */
const steps: Record<string, (side: Side, i: number) => Promise<unknown>> = {
  add: ({ desk, inbounds }, i) =>
    desk.post(`${api}/add`, { client: clientOf(name(i)), inboundIds: twoOf(inbounds, i) }),
  get: ({ desk, count }, i) => desk.get(`${api}/get/u${(i * 2_654_435_761) % count}`),
  update: ({ desk }, i) => desk.post(`${api}/update/${name(i)}`, { ...clientOf(name(i)), comment: 'hello' }),
  toggle: ({ desk }, i) => desk.post(`${api}/update/${name(i)}`, { email: name(i), enable: false }),
  attach: ({ desk, inbounds }, i) =>
    desk.post(`${api}/${name(i)}/attach`, { inboundIds: twoOf(inbounds, i + 2).slice(0, 1) }),
  detach: ({ desk, inbounds }, i) =>
    desk.post(`${api}/${name(i)}/detach`, { inboundIds: twoOf(inbounds, i + 2).slice(0, 1) }),
  delete: ({ desk }, i) => desk.post(`${api}/del/${name(i)}`),
}

export async function measureEdits(small: Side, large: Side, samples: number): Promise<Map<string, Pair>> {
  const out = new Map<string, Pair>()
  for (const [step, run] of Object.entries(steps)) {
    out.set(step, await inTurns(samples, { small: (i) => run(small, i), large: (i) => run(large, i) }))
  }
  return out
}

const pageSize = 50
export const pageOf = (desk: Desk, query: string) =>
  desk.get<{ filtered: number; total: number }>(`${api}/list/paged?pageSize=${pageSize}&${query}`)

export async function measurePages(small: Side, large: Side, samples: number): Promise<Map<string, Pair>> {
  const last = ({ count }: Side) => Math.ceil(count / pageSize)
  const both = (query: (side: Side) => string) =>
    inTurns(samples, {
      small: () => pageOf(small.desk, query(small)),
      large: () => pageOf(large.desk, query(large)),
    })
  return new Map([
    ['page 1', await both(() => 'page=1')],
    ['the last page', await both((side) => `page=${last(side)}`)],
  ])
}
