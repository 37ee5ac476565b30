import type { TagTraffic } from '#contract/events.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { Delta, PlaceDelta } from '#domain/traffic/delta.ts'

const blank = {
  id: 0,
  inboundId: 0,
  enable: false,
  email: '',
  uuid: '',
  subId: '',
  up: 0,
  down: 0,
  expiryTime: 0,
  total: 0,
  reset: 0,
  lastOnline: 0,
} satisfies Partial<ClientTraffic>

/** A row as in 3x-ui, with only name and bytes filled in. */
export const clientDeltas = (deltas: readonly Delta[]): (typeof blank)[] =>
  deltas.filter((d) => d.kind === 'client').map(({ name, up, down }) => ({ ...blank, email: name, up, down }))

const tagTraffic = ({ kind, name, up, down }: Delta | PlaceDelta): TagTraffic => ({
  IsInbound: kind === 'inbound',
  IsOutbound: kind === 'outbound',
  Tag: name,
  Up: up,
  Down: down,
})

export const tagTraffics = (deltas: readonly Delta[]): TagTraffic[] =>
  deltas.filter((d) => d.kind !== 'client').map(tagTraffic)

/** The inbounds of nodes. */
export const nodeTraffics = (places: readonly PlaceDelta[]): TagTraffic[] =>
  places.filter((p) => p.kind === 'inbound').map((place) => ({ ...tagTraffic(place), onNode: true }))
