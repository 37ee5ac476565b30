import { useRef } from 'react'
import type { Finding, FixResult, HealthAction, HealthFix } from '#contract/health-api.ts'
import { endpoints, keyOf, useCall } from '../api/endpoints.ts'
import type { PlainKey } from '../i18n/translation.tsx'
import { useApp } from '../services.tsx'
import { Button } from '../ui/button.tsx'
import { sayError } from '../ui/say-error.ts'

/** What clients notice is asked first. */
const asks: Partial<Record<HealthFix, PlainKey>> = {
  geo: 'finding.ask.geo',
  ipLimit: 'finding.ask.ipLimit',
  subscriptions: 'finding.ask.subscriptions',
}
const tones = { fixed: 'good', left: 'warn', nothing: 'info' } as const

/** The name of what the panel can do about it. */
export const fixOf = (action: HealthAction | undefined): HealthFix | undefined =>
  action?.kind === 'fix' ? action.fix : undefined

/** Lets the panel do what a finding asks for, and says what came of it. */
export function useFix() {
  const { t, questions, queries, toasts } = useApp()
  const call = useCall(endpoints.health.fix, {
    onSuccess({ outcome, health }: FixResult) {
      queries.setQueryData(keyOf(endpoints.health.state), health)
      toasts.show({ tone: tones[outcome], text: t(`finding.outcome.${outcome}`) })
    },
    onError: (error: Error) => void toasts.show({ tone: 'bad', text: sayError(t, error) }),
  })
  /** A double click comes before the button is drawn as busy. */
  const isBusy = useRef(false)
  async function fix(id: string, name: HealthFix) {
    if (isBusy.current) return
    isBusy.current = true
    const label = t(`finding.fix.${name}`)
    const text = asks[name]
    if (!text || (await questions.ask({ title: label, text: t(text), verb: label })))
      await call.mutateAsync({ body: { id } }).catch(() => {}) // a toast has said it
    isBusy.current = false
  }
  return { fix, isPending: call.isPending }
}

interface Props extends Pick<Finding, 'id' | 'action'> {
  /** The finding in words. */
  text: string
}

export function FixButton({ id, action, text }: Props) {
  const { t } = useApp()
  const { fix, isPending } = useFix()
  const name = fixOf(action)
  if (!name) return null
  const label = t(`finding.fix.${name}`)
  return (
    <Button
      label={label}
      aria-label={`${label}: ${text}`}
      primary
      size="xs"
      loading={isPending}
      onClick={() => void fix(id, name)}
    />
  )
}
