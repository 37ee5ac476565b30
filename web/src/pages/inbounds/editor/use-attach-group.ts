import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { words } from '../../../i18n/words.ts'
import { useServices } from '../../../services.tsx'
import { sayError } from '../../../ui/say-error.ts'

/** Attaches new inbounds to all clients of a group, with undo. If that is refused, the inbounds are kept. */
export function useAttachGroup() {
  const { t } = useTranslation()
  const services = useServices()
  const { api, toasts } = services
  const undoAttach = async (number: number) => {
    const [{ undoAct }] = await Promise.all([import('../../../undo/undo-act.ts'), words.need('undo')])
    await undoAct(services, t, (error) => sayError(t, error), number)
  }
  return async (inboundIds: readonly number[], group: string): Promise<void> => {
    if (inboundIds.length === 0 || group === '') return
    const query = { group } as never // absent keys are not sent
    const body = { emails: [], query, inboundIds: [...inboundIds] }
    try {
      const { attached, undo } = await api.call(endpoints.clientsBulk.attach, { body })
      const text = t('inboundForm.given', { count: attached.length, group })
      toasts.show({ tone: 'good', text, ...(undo !== undefined && { undo: () => undoAttach(undo) }) })
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('inboundForm.notGiven', { group, reason: sayError(t, error) }) })
    }
  }
}
