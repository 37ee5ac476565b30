import type { Inbound } from '#contract/inbound.ts'
import { endpoints } from '../../api/endpoints.ts'
import { withWords } from '../../i18n/lazy-with-words.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useServices } from '../../services.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { sayError } from '../../ui/say-error.ts'
import { emailsOf, exportOf, leftAlone, nameOf, type OnlineCounts, onlineOf } from './inbound-view.ts'

/** With more clients than this, deleting an inbound requires typing its name. */
const MANY = 50

/** Actions on one inbound. Reversible ones run at once and can be undone. */
export function useInboundActions(all: readonly Inbound[], online: OnlineCounts) {
  const { t } = useTranslation()
  const services = useServices()
  const { api, toasts, queries, live, questions } = services

  /** The hub refreshes the list; a paused page refetches by itself. */
  const refresh = () => {
    if (live.state.get() === 'live') return
    void queries.invalidateQueries({ queryKey: [endpoints.inbounds.listSlim.path] })
  }
  async function tell(work: () => Promise<unknown>, text: string, undo?: () => Promise<unknown>) {
    try {
      await work()
      refresh()
      toasts.show({ tone: 'good', text, ...(undo && { undo: () => undo().then(refresh) }) })
      return true
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('inbounds.failed', { reason: sayError(t, error) }) })
      return false
    }
  }

  /** The reply of a reset is the one of 3x-ui: the number to undo it by is in the audit log. */
  async function undoLast({ id, tag }: Inbound): Promise<void> {
    const query = { object: `${id} ${tag}`, verbs: 'resetTraffic', page: 1, pageSize: 1 }
    const [{ items }, { undoAct }] = await Promise.all([
      api.ask(endpoints.audit.list, { query }),
      withWords(() => import('../../undo/undo-act.ts'), 'undo'),
    ])
    const number = items[0]?.undo?.id
    if (number !== undefined) await undoAct(services, t, (error) => sayError(t, error), number)
  }

  const enableCall = (id: number, enable: boolean) =>
    api.call(endpoints.inbounds.setEnable, { params: { id }, body: { enable } })

  return {
    async setEnable(inbound: Inbound, enable: boolean): Promise<boolean> {
      const name = nameOf(inbound)
      const count = onlineOf(inbound, online)
      const sure =
        enable ||
        count === 0 ||
        (await questions.ask({
          title: t('inbounds.offTitle', { name }),
          verb: t('inbounds.off'),
          online: count,
        }))
      if (!sure) return false
      return tell(
        () => enableCall(inbound.id, enable),
        t(enable ? 'inbounds.isOn' : 'inbounds.isOff', { name }),
        () => enableCall(inbound.id, !enable),
      )
    },
    async reset(inbound: Inbound): Promise<void> {
      const name = nameOf(inbound)
      const question = {
        title: t('inbounds.resetTitle', { name }),
        text: t('inbounds.resetText'),
        verb: t('inbounds.reset'),
      }
      if (!(await questions.ask(question))) return
      await tell(
        () => api.call(endpoints.inbounds.resetTraffic, { params: { id: inbound.id } }),
        t('inbounds.isReset', { name }),
        () => undoLast(inbound),
      )
    },
    async remove(inbound: Inbound): Promise<boolean> {
      const name = nameOf(inbound)
      const clients = emailsOf(inbound).length
      const sure = await questions.ask({
        title: t('inbounds.deleteTitle', { name }),
        text:
          clients === 0
            ? t('inbounds.deleteEmpty')
            : t('inbounds.deleteText', { clients, alone: leftAlone(inbound, all) }),
        verb: t('inbounds.deleteVerb'),
        online: onlineOf(inbound, online),
        danger: true,
        ...(clients > MANY && { typed: name }),
      })
      if (!sure) return false
      return tell(
        () => api.call(endpoints.inbounds.del, { params: { id: inbound.id } }),
        t('inbounds.isDeleted', { name }),
      )
    },
    async download(inbound: Inbound): Promise<void> {
      try {
        const whole = await api.call(endpoints.inbounds.get, { params: { id: inbound.id } })
        const name = nameOf(inbound).replace(/[^\p{L}\p{N}._-]+/gu, '-')
        saveFile(`inbound-${name}.json`, exportOf(whole), 'application/json')
      } catch (error) {
        toasts.show({ tone: 'bad', text: t('inbounds.failed', { reason: sayError(t, error) }) })
      }
    },
  }
}

export type InboundActions = ReturnType<typeof useInboundActions>
