import type { InboundOption } from '#contract/inbound.ts'

/** The WireGuard inbounds among those that a client is on, or those of MASQUE. */
export const tunnelsAmong = (
  inbounds: readonly InboundOption[],
  ids: readonly (number | string)[],
  kind: 'wireguard' | 'masque' = 'wireguard',
) => inbounds.filter(({ id, protocol }) => protocol === kind && ids.map(Number).includes(id))

/** What a new client brings to them itself: nothing, so that the panel makes it. */
export const noPeer = { publicKey: '', preSharedKey: '', allowedIPs: '', keepAlive: 0 as number | string }
export type NewPeer = typeof noPeer
