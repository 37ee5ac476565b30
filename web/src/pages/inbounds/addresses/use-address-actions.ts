import type { HostGroup, HostInput } from '#contract/host.ts'
import type { HostsReviewInput } from '#contract/hosts-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useApp } from '../../../services.tsx'
import type { Question } from '../../../ui/questions.ts'
import { sayError } from '../../../ui/say-error.ts'
import { nameOf as nameOfInbound } from '../inbound-view.ts'
import { inputOf, nameOf, orderWith, switched } from './address-values.ts'
import { askReview } from './ask-review.tsx'

/** Acts on advertised addresses. Each shows first whose links change, and can be undone afterwards. */
export function useAddressActions(all: readonly HostGroup[], inbounds: readonly Inbound[]) {
  const { t, api, toasts, queries, live, questions } = useApp()

  const inboundName = (id: number): string => {
    const found = inbounds.find((inbound) => inbound.id === id)
    return found ? nameOfInbound(found) : `#${id}`
  }
  /** The hub refreshes the list; a paused page refetches by itself. */
  const refresh = () => {
    if (live.state.get() === 'live') return
    void queries.invalidateQueries({ queryKey: [endpoints.hosts.list.path] })
  }
  /** False: the person thinks again. */
  async function reviewed(body: HostsReviewInput, asks?: Partial<Question>): Promise<boolean> {
    const review = await api.call(endpoints.hosts.review, { body })
    return review.changes.length === 0 || askReview(questions, t, review, inboundName, asks)
  }
  function tell(text: string, undo: () => Promise<unknown>): void {
    refresh()
    toasts.show({ tone: 'good', text, undo: () => undo().then(refresh) })
  }
  /** For what has no form to show the error in. False: nothing was done. */
  async function saying(work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('inbounds.failed', { reason: sayError(t, error) }) })
      return false
    }
  }

  const add = (body: HostInput) => api.call(endpoints.hosts.add, { body })
  const del = (groupId: string) => api.call(endpoints.hosts.del, { params: { groupId } })
  const update = (groupId: string, body: HostInput) =>
    api.call(endpoints.hosts.update, { params: { groupId }, body })
  const reorder = (ids: string[]) => api.call(endpoints.hosts.reorder, { body: { ids } })

  return {
    inboundName,
    async save(group: HostGroup | undefined, host: HostInput): Promise<boolean> {
      const name = nameOf({ remark: host.remark ?? '', hosts: host.hosts })
      if (!(await reviewed(group ? { groupId: group.groupId, host } : { host }))) return false
      if (group) {
        await update(group.groupId, host)
        tell(t('addresses.isSaved', { name }), () => update(group.groupId, inputOf(group)))
      } else {
        const groupId = (await add(host))[0]?.groupId ?? ''
        tell(t('addresses.isAdded', { name }), () => del(groupId))
      }
      return true
    },
    setEnable: (group: HostGroup, on: boolean) =>
      saying(async () => {
        const host = switched(group, on)
        const { groupId } = group
        if (!(await reviewed({ groupId, host }))) return false
        // A hidden group is shown by the update only.
        if (group.isHidden) await update(groupId, host)
        else await api.call(endpoints.hosts.setEnable, { params: { groupId }, body: { enable: on } })
        tell(t(on ? 'inbounds.isOn' : 'inbounds.isOff', { name: nameOf(group) }), () =>
          update(groupId, inputOf(group)),
        )
        return true
      }),
    /** The shown ones in another order; the others keep their places. */
    move: (shown: readonly HostGroup[]) =>
      saying(async () => {
        const order = orderWith(all, shown)
        if (!(await reviewed({ order }))) return false
        await reorder(order)
        tell(t('addresses.isMoved'), () => reorder(all.map(({ groupId }) => groupId)))
        return true
      }),
    remove: (group: HostGroup) =>
      saying(async () => {
        const name = nameOf(group)
        const asks = { title: t('inbounds.deleteTitle', { name }), verb: t('addresses.delete'), danger: true }
        if (!(await reviewed({ groupId: group.groupId }, asks))) return false
        await del(group.groupId)
        tell(t('inbounds.isDeleted', { name }), () => add({ ...inputOf(group), groupId: group.groupId }))
        return true
      }),
  }
}

export type AddressActions = ReturnType<typeof useAddressActions>
