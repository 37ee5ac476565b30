import { useState } from 'react'
import type { ClientInput } from '#contract/client.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { ChoiceChips } from '../../forms/choice-chips.tsx'
import { useTranslation } from '../../i18n/translation.tsx'
import { InboundChips } from './inbound-chips.tsx'
import { OwnLimitsFields, own, ownBody, ownFrom } from './own-limits.tsx'
import { planWords } from './plan-words.ts'
import { limitsOf, planOf, readLast, usePlans, writeLast } from './plans.ts'
import { useClientInbounds } from './use-clients.ts'

/** What new clients get: a plan or typed limits, and inbounds. The next ones usually get the same. */
export function useNewLimits() {
  const known = useClientInbounds()
  const plans = usePlans()
  const [last] = useState(readLast)
  const [key, setKey] = useState(last.plan)
  const current = planOf(plans, key)
  const [limits, setLimits] = useState(() => ownFrom(current))
  const [picked, setPicked] = useState<string[]>()
  const isOwn = key === own
  // The default: inbounds of the plan, else of the last client, else the first one.
  const wished = !isOwn && current.inboundIds.length > 0 ? current.inboundIds : last.inboundIds
  const remembered = wished.filter((id) => known.some((inbound) => inbound.id === id))
  const first = remembered.length > 0 ? remembered : known.slice(0, 1).map(({ id }) => id)
  const inboundIds = picked?.map(Number) ?? first

  function choose(next: string) {
    if (next === own && !isOwn) setLimits(ownFrom(current))
    setKey(next)
  }
  return {
    known,
    plans,
    isOwn,
    /** The chosen plan. */
    key: isOwn ? own : current.key,
    choose,
    limits,
    setLimits,
    inboundIds,
    setPicked,
    /** The fields that every new client gets. */
    fields(): ClientInput {
      const now = Date.now()
      return {
        enable: true,
        ...(isOwn ? ownBody(limits, now) : limitsOf(current, now)),
        ...flowFor(known.filter(({ id }) => inboundIds.includes(id))),
      }
    },
    remember: () => writeLast({ plan: isOwn ? own : current.key, inboundIds }),
  }
}

export type NewLimits = ReturnType<typeof useNewLimits>

export function NewLimitsFields({ of, error }: { of: NewLimits; error?: string | undefined }) {
  const words = useTranslation()
  const { t } = words
  return (
    <>
      <ChoiceChips
        name="plan"
        legend={t('new.plan')}
        value={of.key}
        onChange={of.choose}
        options={[
          ...of.plans.map((plan) => ({ value: plan.key, ...planWords(plan, words) })),
          { value: own, label: t('new.custom') },
        ]}
      />
      {of.isOwn && <OwnLimitsFields value={of.limits} onChange={of.setLimits} />}
      {of.known.length > 0 && (
        <InboundChips
          inbounds={of.known}
          error={error}
          value={of.inboundIds.map(String)}
          onChange={of.setPicked}
        />
      )}
    </>
  )
}

/** Sets Vision if any of the inbounds supports it, because it is easily forgotten. */
const flowFor = (inbounds: readonly InboundOption[]): { flow?: string } =>
  inbounds.some(({ tlsFlowCapable }) => tlsFlowCapable) ? { flow: 'xtls-rprx-vision' } : {}
