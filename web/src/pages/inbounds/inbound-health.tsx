import type { Inbound } from '#contract/inbound.ts'
import { type PlainKey, useTranslation } from '../../i18n/translation.tsx'
import { StatusWord, type Tone } from '../../ui/status-word.tsx'
import { type InboundState, stateOf } from './inbound-view.ts'
import { useNodeOf } from './node-mark.tsx'

const states: Record<InboundState | 'away', { tone: Tone; label: PlainKey }> = {
  on: { tone: 'good', label: 'inbounds.stateOn' },
  off: { tone: 'none', label: 'inbounds.stateOff' },
  ended: { tone: 'bad', label: 'inbounds.stateEnded' },
  closed: { tone: 'bad', label: 'inbounds.stateClosed' },
  away: { tone: 'bad', label: 'inbounds.stateAway' },
}

/** Whether people can use an inbound, as far as this panel knows. */
export function InboundHealth({ inbound, now }: { inbound: Inbound; now: number }) {
  const { t } = useTranslation()
  const isAway = useNodeOf(inbound)?.isAway ?? false
  const state = stateOf(inbound, now)
  const { tone, label } = states[state === 'on' && isAway ? 'away' : state]
  return <StatusWord tone={tone} word={t(label)} />
}
