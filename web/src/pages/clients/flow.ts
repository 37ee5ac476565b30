import type { InboundOption } from '#contract/inbound.ts'

/** Vision wherever one of the inbounds can speak it: leaving it out is the incumbent's trap (incumbent-ux 1). */
export const flowFor = (inbounds: readonly InboundOption[]): { flow?: string } =>
  inbounds.some(({ tlsFlowCapable }) => tlsFlowCapable) ? { flow: 'xtls-rprx-vision' } : {}
