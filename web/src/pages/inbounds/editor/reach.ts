import type { Block } from '#contract/inbound.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { bodyOf } from './form-values.ts'

/** Where a new inbound is made, and for whom. */
export interface Reach {
  /** Numbers of nodes; 0 is this panel. */
  places: readonly number[]
  /** Its clients get the inbound; blank: nobody yet. */
  group: string
}

export const reachOf = (form: Block): Reach => ({ places: [Number(form.nodeId) || 0], group: '' })

/** The same inbound for each place; on a node it is called by the node, too. */
export const copiesFor = (form: Block, places: readonly number[], nameOf: (node: number) => string) =>
  places.map((place) => {
    const { nodeId: _, ...same } = form
    if (place === 0) return bodyOf(same)
    const remark = `${String(form.remark ?? '')} ${nameOf(place)}`.trim()
    return bodyOf({ ...same, nodeId: place, ...(places.length > 1 && { remark }) })
  })

/** One request, all inbounds or none. */
export async function makeInbounds(
  api: Api,
  form: Block,
  { places }: Reach,
  nameOf: (node: number) => string,
): Promise<number[]> {
  if (places.length < 2) return [(await api.call(endpoints.inbounds.add, { body: bodyOf(form) })).id]
  const inbounds = copiesFor(form, places, nameOf)
  return (await api.call(endpoints.inbounds.addMany, { body: { inbounds } })).ids
}
