import { expect, it } from 'vitest'
import { type DesiredInbound, sentOf } from '#domain/fleet/inbound-plan.ts'
import { type Snapshot, snapshotSteps } from '#domain/fleet/snapshot.ts'
import { allAtOnce } from '#domain/steps.ts'
import { inboundDiff } from './diff.ts'

it('a deleted inbound whose tag another one of ours has since is not deleted again in its place', () => {
  const desired: DesiredInbound = {
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
  const row = { tag: 'x', sent: sentOf(desired), accepted: '', up: 0, down: 0, remoteId: 7 }
  const [gone, live] = [
    { ...row, inboundId: 1, goneAt: 1 },
    { ...row, inboundId: 2, goneAt: 0 },
  ]
  const state = {
    snapshot: allAtOnce(snapshotSteps([{ ...desired, id: 7 }])) as Snapshot, // a list always is one
    desiredInbounds: new Map([[2, desired]]),
    managedInbounds: new Map([gone, live].map((managed) => [managed.inboundId, managed])),
    desiredClients: new Map(),
    managedClients: new Map(),
  }
  expect(inboundDiff(state, 1).step).toEqual({ do: 'nothing' })
  expect(inboundDiff(state, 2).step).toEqual({ do: 'nothing' })
  const alone = { ...state, desiredInbounds: new Map(), managedInbounds: new Map([[1, gone]]) }
  expect(inboundDiff(alone, 1).step).toEqual({ do: 'delete', id: 7 })
})
