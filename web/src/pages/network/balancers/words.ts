import type { Strategy } from '#domain/outbounds/balancers.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'

export const strategyWords = {
  random: { label: 'balancers.random', hint: 'balancers.randomHint' },
  roundRobin: { label: 'balancers.roundRobin', hint: 'balancers.roundRobinHint' },
  leastPing: { label: 'balancers.leastPing', hint: 'balancers.leastPingHint' },
  leastLoad: { label: 'balancers.leastLoad', hint: 'balancers.leastLoadHint' },
} as const satisfies Record<Strategy, { label: PlainKey; hint: PlainKey }>
