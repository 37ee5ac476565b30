import { rowOf } from '#contract/clients/fields.ts'
import type { Coded } from '#contract/coded.ts'
import type { ClientProtocol } from '#contract/protocol.ts'
import { newClient, type StoredClient } from '#domain/clients/client.ts'
import { type ClientKeys, credentialKeys, type Mint } from '#domain/clients/credentials.ts'
import { isDepleted } from '#domain/clients/status.ts'
import { canCarryFlow } from '#domain/inbounds/capabilities.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import type { CredentialBook, Target } from '#domain/move-in/credential-book.ts'
import type { Draft } from '#domain/move-in/three-x-ui/draft.ts'
import { credentialOf } from '#domain/move-in/three-x-ui/listed-clients.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { peerIn } from '#domain/wireguard/keys.ts'
import type { RemoteClient } from './snapshot.ts'
import { noSums } from './sums.ts'

/** A client of this panel with the name of one of the node. */
export interface LocalClient {
  id: number
  client: StoredClient
  inboundIds: readonly number[]
}

/** An inbound of the node that belongs, or will belong, to this panel. */
export interface AdoptionTarget extends Target {
  protocol: ClientProtocol
  shape: InboundShape
  /** Its row here; 0 if it is adopted together with its clients. */
  inboundId: number
}

/** What is stored of an adopted client, besides its record. */
interface Coming {
  remote: RemoteClient
  /** Tags on the node. */
  attachments: readonly { remoteTag: string; flowOverride: string }[]
  granted: number
}

export type ClientDecision =
  | ({ do: 'adopt'; record: StoredClient } & Coming)
  /** `changes`: fields that differ on the node and get the values of this panel. */
  | ({ do: 'attach'; id: number; next: StoredClient; changes: readonly string[] } & Coming)
  | { do: 'conflict' | 'leave'; why: Coded }

/** The credential of this protocol, as requests name it. */
const credentialName = (protocol: ClientProtocol): string =>
  rowOf(credentialOf[protocol]).input ?? credentialOf[protocol]

const keyOn = ({ protocol, method }: Target, client: ClientKeys): string =>
  credentialKeys(protocol, client, method).join()

/** The flow that the node uses on each inbound that can carry one, by tag. */
function flowsOf({ on }: RemoteClient, targets: readonly AdoptionTarget[]): Map<string, string> {
  const flows = new Map<string, string>()
  for (const { inboundTag, shape } of targets) {
    const flow = on.get(inboundTag)?.flow
    if (canCarryFlow(shape)) flows.set(inboundTag, typeof flow === 'string' ? flow : '')
  }
  return flows
}

const attachmentsOf = (
  targets: readonly AdoptionTarget[],
  flows: ReadonlyMap<string, string>,
  own: string,
): Coming['attachments'] =>
  targets.map(({ inboundTag }) => {
    const flow = flows.get(inboundTag) ?? ''
    return { remoteTag: inboundTag, flowOverride: flow === own ? '' : flow }
  })

/** One flow for all inbounds where the node has one; else each attachment has its own. */
function ownFlow(flows: ReadonlyMap<string, string>): string {
  const [first = '', ...others] = new Set(flows.values())
  return others.length === 0 ? first : ''
}

function recordOf(
  draft: Draft,
  { sums = noSums }: RemoteClient,
  targets: readonly AdoptionTarget[],
  flow: string,
  mint: Mint,
): StoredClient {
  const { uuid: id, createdAt: created_at, reverseTag, updatedAt: _, attachments: __, ...fields } = draft
  const { externalLinks: ___, isOperatorsChoice: ____, ...plain } = fields
  const input = { ...plain, id, flow, created_at, ...(reverseTag && { reverse: { tag: reverseTag } }) }
  const made = newClient(input, targets, mint)
  const usage = { expiryTime: draft.expiryTime, quota: draft.totalGB, used: sums.up + sums.down }
  return { ...made, disabledByPanel: !draft.enable && isDepleted(usage, mint.now) }
}

interface Found {
  draft: Draft
  remote: RemoteClient
  targets: readonly AdoptionTarget[]
}

export function adoptedClient(
  { draft, remote, targets }: Found,
  book: CredentialBook,
  mint: Mint,
): ClientDecision {
  const flows = flowsOf(remote, targets)
  const flow = ownFlow(flows)
  let record: StoredClient
  try {
    record = recordOf(draft, remote, targets, flow, mint)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { do: 'conflict', why: coded('adoption.client-refused', { reason: codedOf(error) }) }
  }
  const changed = targets.find((at) => keyOn(at, record) !== keyOn(at, draft))
  if (changed)
    return { do: 'conflict', why: coded('adoption.credential-unusable', { tag: changed.inboundTag }) }
  for (const at of targets) {
    const reason = book.refusal(at, record)
    if (reason) return { do: 'conflict', why: coded('adoption.client-refused', { reason }) }
  }
  for (const at of targets) book.note(at, record, record.email)
  const attachments = attachmentsOf(targets, flows, flow)
  return { do: 'adopt', record, remote, attachments, granted: draft.totalGB }
}

const limits = ['email', 'subId', 'enable', 'totalGB', 'expiryTime', 'limitIp', 'tgId', 'comment'] as const

/** A client that this panel has under the same name. They are the same client only if nothing contradicts it. */
export function attachedClient(
  { draft, remote, targets }: Found,
  { id, client }: LocalClient,
  book: CredentialBook,
): ClientDecision {
  const known = targets.filter((at) => keyOn(at, client) !== '')
  const differing = known.filter((at) => keyOn(at, client) !== keyOn(at, draft))
  const isProven = known.length > 0 || draft.subId === client.subId
  if (differing.length > 0 || !isProven) {
    const names = differing.map(({ protocol }) => credentialName(protocol))
    const fields = names.length > 0 ? [...new Set(names)].join(', ') : 'subId'
    return { do: 'conflict', why: coded('adoption.client-differs', { fields }) }
  }
  const next: StoredClient = {
    ...client,
    password: client.password || draft.password,
    auth: client.auth || draft.auth,
    shadowsocksKey: client.shadowsocksKey || draft.shadowsocksKey,
    ...(client.publicKey === '' && peerIn(draft)),
  }
  for (const at of targets) {
    if (keyOn(at, next) !== keyOn(at, draft))
      return { do: 'conflict', why: coded('adoption.credential-unusable', { tag: at.inboundTag }) }
    const reason = book.refusal(at, next)
    if (reason) return { do: 'conflict', why: coded('adoption.client-refused', { reason }) }
  }
  for (const at of targets) book.note(at, next, client.email)
  const flows = flowsOf(remote, targets)
  const changes: string[] = limits.filter((key) => draft[key] !== client[key])
  if (client.flow !== '' && [...flows.values()].includes('')) changes.push('flow')
  const attachments = attachmentsOf(targets, flows, client.flow)
  return { do: 'attach', id, next, changes, remote, attachments, granted: draft.totalGB }
}
