import { protocolTraits } from '#contract/protocol.ts'
import { masqueSince } from '#domain/core-config/core-additions.ts'
import { compareVersions } from '#domain/core-config/core-version.ts'
import type { DecidedInbound, InboundFields } from '#domain/inbounds/inbound.ts'
import { checkPort, claimsClash, layer4Of, type PortClaim, sameClaim } from '#domain/inbounds/port.ts'
import { runsHere, runsOn } from '#domain/inbounds/runs-on.ts'
import { Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import type { Bindable } from './bindable.ts'
import { rivals } from './find.ts'
import type { InboundHooks } from './hooks.ts'

interface Deps {
  db: Db
  hooks: InboundHooks
  bindable: Pick<Bindable, 'whyNot'>
}

/** Where inbounds may listen: the panel's own ports, other inbounds, other programs and nodes. */
export function createInboundClaims({ db, hooks, bindable }: Deps) {
  function refuseOwnPorts(claim: PortClaim) {
    if (!runsHere(claim)) return
    for (const { what, listen, port } of hooks.ownPorts()) {
      const own: PortClaim = { id: -1, remark: what, listen, port, nodeId: null, layers: ['tcp'] }
      if (claimsClash(claim, own)) throw new Refusal(`inbound.port-of-${what}`, { port }, 'port')
    }
  }

  const claimFor = ({ fields, layers }: DecidedInbound, id: number): PortClaim => ({
    id,
    remark: fields.remark,
    listen: fields.listen,
    port: fields.port,
    nodeId: fields.nodeId,
    layers,
  })

  async function checkNode(tx: Reader, fields: InboundFields) {
    const place = runsOn(fields)
    if (place.kind === 'here') return
    if (!protocolTraits[fields.protocol].node)
      throw new Refusal('inbound.not-on-node', { protocol: fields.protocol }, 'nodeId')
    const node =
      isRowId(place.node) &&
      (await tx
        .selectFrom('nodes')
        .select(['name', 'fleet', 'xray_version'])
        .where('id', '=', place.node)
        .executeTakeFirst())
    if (!node) throw new Refusal('inbound.node-missing', { id: place.node }, 'nodeId')
    if (fields.protocol === 'masque') refuseWithoutMasque(node)
  }

  /** Port check and claim are one transaction: of many parallel creates on a port exactly one succeeds (P6). */
  async function claim(tx: Tx, decided: DecidedInbound, id: number) {
    await checkNode(tx, decided.fields)
    const wanted = claimFor(decided, id)
    refuseOwnPorts(wanted)
    checkPort(wanted, await rivals(tx, wanted.port, wanted.listen))
  }

  /**
   * Checks for other programs on the port; the transaction then checks our own inbounds. A port that the core already
   * holds for this inbound can be opened.
   */
  async function refuseOtherPrograms(wanted: PortClaim) {
    refuseOwnPorts(wanted)
    const held = hooks.held(wanted.id)
    if (held && sameClaim(held, wanted)) return
    const refusal = await bindable.whyNot(wanted)
    if (refusal) throw refusal
  }

  /** Everything that a save checks beside the input itself: other programs, other inbounds, the core. */
  async function tryOut(id: number, fields: InboundFields) {
    const wanted = claimFor({ fields, layers: layer4Of(fields), clients: undefined }, id)
    await checkNode(db.read, fields)
    checkPort(wanted, await rivals(db.read, wanted.port, wanted.listen))
    if (fields.enable) await refuseOtherPrograms(wanted)
    await hooks.tryInCore(fields)
  }

  return { claimFor, claim, refuseOtherPrograms, tryOut }
}

/** A node that has said nothing yet may have it. */
function refuseWithoutMasque(node: { name: string; fleet: number; xray_version: string }): void {
  if (node.fleet === 0) throw new Refusal('inbound.masque-node-other', { node: node.name }, 'nodeId')
  const version = node.xray_version.replace(/^v/, '')
  if (/^\d/.test(version) && compareVersions(version, masqueSince) < 0)
    throw new Refusal('inbound.masque-node-old', { node: node.name, version, since: masqueSince }, 'nodeId')
}

export type InboundClaims = ReturnType<typeof createInboundClaims>
