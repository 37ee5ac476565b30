import type { Block } from '#contract/inbound.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useUndoAct } from '../../../undo/use-undo-act.ts'
import { bodyOf } from './form-values.ts'

/** On which servers a new inbound is created, and which group gets it. */
export interface Reach {
  /** Numbers of nodes; 0 is this panel. */
  places: readonly number[]
  /** The clients of this group get the inbound. Blank: no client gets it yet. */
  group: string
}

export const reachOf = (form: Block): Reach => ({ places: [Number(form.nodeId) || 0], group: '' })

/** The same inbound for each server, in one request; a copy on a node has the node's name in its own. */
export async function makeInbounds(
  api: Api,
  form: Block,
  { places }: Reach,
  nameOf: (node: number) => string,
): Promise<number[]> {
  if (places.length < 2) return [(await api.call(endpoints.inbounds.add, { body: bodyOf(form) })).id]
  const { nodeId: _, ...same } = form
  const inbounds = places.map((place) => {
    const remark = `${String(form.remark ?? '')} ${nameOf(place)}`.trim()
    return bodyOf(place === 0 ? same : { ...same, nodeId: place, remark })
  })
  return (await api.call(endpoints.inbounds.addMany, { body: { inbounds } })).ids
}

/** Attaches new inbounds to all clients of a group, with undo. If that is refused, the inbounds are kept. */
export function useAttachGroup() {
  const { t, api, toasts } = useApp()
  const undoAct = useUndoAct()
  return async (inboundIds: readonly number[], group: string): Promise<void> => {
    if (inboundIds.length === 0 || group === '') return
    const query = { group } as never // absent keys are not sent
    const body = { emails: [], query, inboundIds: [...inboundIds] }
    try {
      const { attached, undo } = await api.call(endpoints.clientsBulk.attach, { body })
      const text = t('inboundForm.given', { count: attached.length, group })
      toasts.show({ tone: 'good', text, ...(undo !== undefined && { undo: () => undoAct(undo) }) })
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('inboundForm.notGiven', { group, reason: sayError(t, error) }) })
    }
  }
}
