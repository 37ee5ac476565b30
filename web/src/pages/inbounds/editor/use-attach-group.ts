import { endpoints } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { useUndoAct } from '../../../undo/use-undo-act.ts'

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
