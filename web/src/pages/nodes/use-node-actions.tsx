import { useState } from 'react'
import type { Leaving } from '#contract/adoption-api.ts'
import type { Node } from '#contract/node.ts'
import { endpoints } from '../../api/endpoints.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { loadCoded } from '../../i18n/coded.ts'
import { useApp } from '../../services.tsx'
import { sayCoded, sayError } from '../../ui/say-error.ts'

/** After a change the list is read again: whether a node answers is part of it. */
export function useRefreshNodes() {
  const { queries } = useApp()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/panel/api/nodes'),
    })
}

export function useNodeActions() {
  const { t, api, toasts, questions } = useApp()
  const refresh = useRefreshNodes()

  async function tell(work: () => Promise<unknown>, text: string, undo?: () => Promise<unknown>) {
    try {
      await work()
      await refresh()
      toasts.show({ tone: 'good', text, ...(undo && { undo: () => undo().then(refresh) }) })
      return true
    } catch (error) {
      toasts.show({ tone: 'bad', text: t('nodes.failed', { reason: sayError(t, error) }) })
      return false
    }
  }
  const enableCall = (id: number, enable: boolean) =>
    api.call(endpoints.nodes.setEnable, { params: { id }, body: { enable } })

  return {
    async setEnable({ id, name, onlineCount }: Node, enable: boolean): Promise<void> {
      const sure =
        enable ||
        (await questions.ask({
          title: t('nodes.disableTitle', { name }),
          text: t('nodes.disableText', { online: onlineCount }),
          verb: t('nodes.disableVerb'),
        }))
      if (!sure) return
      await tell(
        () => enableCall(id, enable),
        t(enable ? 'nodes.isEnabled' : 'nodes.isDisabled', { name }),
        () => enableCall(id, !enable),
      )
    },
    async probe({ id, name }: Node): Promise<void> {
      try {
        const found = await api.call(endpoints.nodes.probe, { params: { id } })
        await Promise.all([refresh(), loadCoded()])
        const isUp = found.status === 'online'
        const text = isUp
          ? t('nodes.answers', { name, ms: found.latencyMs })
          : t('nodes.silent', { name, reason: sayCoded(found.errorCoded, found.error) })
        toasts.show({ tone: isUp ? 'good' : 'bad', text })
      } catch (error) {
        toasts.show({ tone: 'bad', text: t('nodes.failed', { reason: sayError(t, error) }) })
      }
    },
    async update({ id, name }: Node): Promise<void> {
      const question = { title: t('nodes.updateTitle', { name }), text: t('nodes.updateText') }
      if (!(await questions.ask({ ...question, verb: t('nodes.update') }))) return
      await tell(
        async () => {
          const [answer] = await api.call(endpoints.nodes.updatePanel, { body: { ids: [id] } })
          if (!answer?.ok) throw new Error(answer?.error)
        },
        t('nodes.isUpdating', { name }),
      )
    },
    retry: ({ id, name }: Node) =>
      tell(() => api.call(endpoints.nodes.retry, { params: { id } }), t('nodes.isRetried', { name })),
    async remove({ id, name, inboundCount }: Node): Promise<boolean> {
      let leave: Leaving = 'keep'
      const onChange = (choice: Leaving) => {
        leave = choice
      }
      const sure = await questions.ask({
        title: t('join.leaveTitle', { name }),
        text:
          inboundCount === 0 ? (
            t('join.leaveEmpty')
          ) : (
            <LeavingChoice inbounds={inboundCount} onChange={onChange} />
          ),
        verb: t('nodes.deleteVerb'),
        danger: true,
      })
      if (!sure) return false
      const body = inboundCount === 0 ? {} : { leave }
      return tell(
        () => api.call(endpoints.nodes.del, { params: { id }, body }),
        t('nodes.isDeleted', { name }),
      )
    },
  }
}

export type NodeActions = ReturnType<typeof useNodeActions>

/** What becomes of the inbounds that this panel has on a node that is deleted. */
function LeavingChoice({ inbounds, onChange }: { inbounds: number; onChange(choice: Leaving): void }) {
  const { t } = useApp()
  const [choice, setChoice] = useState<Leaving>('keep')
  return (
    <div className="shrinkingStack16">
      <p>{t('join.leaveText', { count: inbounds })}</p>
      <ChoiceChips
        name="leave"
        legend={t('join.leaveChoice')}
        value={choice}
        onChange={(next) => {
          setChoice(next)
          onChange(next)
        }}
        options={(['keep', 'remove'] as const).map((value) => ({
          value,
          label: t(`join.leaveName.${value}`),
          hint: t(`join.leaveHint.${value}`),
        }))}
      />
    </div>
  )
}
