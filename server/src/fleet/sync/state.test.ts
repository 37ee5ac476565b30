import { expect, it } from 'vitest'
import { sentOf } from '#domain/fleet/inbound-plan.ts'
import { readSnapshot, type Snapshot } from '#domain/fleet/snapshot.ts'
import type { WantedInbound } from '#domain/fleet/wanted.ts'
import { inboundWork } from './state.ts'

it('a deleted inbound whose tag another one of ours has since is not deleted again in its place', () => {
  const wanted: WantedInbound = {
    tag: 'x',
    remark: '',
    enable: true,
    listen: '',
    port: 443,
    protocol: 'vless',
    settings: {},
    streamSettings: {},
    sniffing: {},
    disableFlow: false,
  }
  const row = { tag: 'x', sent: sentOf(wanted), accepted: '', up: 0, down: 0, remoteId: 7 }
  const [gone, live] = [
    { ...row, inboundId: 1, goneAt: 1 },
    { ...row, inboundId: 2, goneAt: 0 },
  ]
  const picture = {
    snapshot: readSnapshot([{ ...wanted, id: 7 }]) as Snapshot, // a list always is one
    wantedInbounds: new Map([[2, wanted]]),
    placedInbounds: new Map([gone, live].map((placed) => [placed.inboundId, placed])),
    clients: new Map(),
    placedClients: new Map(),
  }
  expect(inboundWork(picture, 1).step).toEqual({ do: 'nothing' })
  expect(inboundWork(picture, 2).step).toEqual({ do: 'nothing' })
  const alone = { ...picture, wantedInbounds: new Map(), placedInbounds: new Map([[1, gone]]) }
  expect(inboundWork(alone, 1).step).toEqual({ do: 'delete', id: 7 })
})
