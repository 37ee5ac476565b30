import type { StoredClient } from '#domain/clients/client.ts'
import { credentialKeys, indexedCredentials, sharedCredential } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/names.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Tx } from '../db/open.ts'
import { toClient } from '../db/rows/client.ts'
import { chunked, type Sets } from '../db/sets.ts'
import type { Known, Target } from './find.ts'

/** A client as it shall be: what is stored now (nothing for a new one), what it becomes, where it is attached then. */
export interface Draft {
  known: Known | null
  next: StoredClient
  inboundIds: readonly number[]
  /** An inbound whose protocol or cipher changed: there even an old attachment is judged anew. */
  anew?: number
}

/** Tags of the core's outbounds, as they stand in this transaction. */
export type OutboundTags = (tx: Tx) => Promise<ReadonlySet<string>>

/**
 * Who may not be saved, and why. Everything is asked in sets, so that one client and a hundred thousand cost the
 * same number of statements; of two drafts that exclude each other the first stays.
 */
export function createConflicts({ among }: Sets, outboundTags: OutboundTags) {
  type Refused = Map<Draft, Refusal>

  const owners = (drafts: readonly Draft[]) =>
    new Set(drafts.flatMap((d) => (d.known ? [d.known.row.id] : [])))

  /** One name per client: the email ignoring case, the subscription id as it is. */
  async function sameName(
    tx: Tx,
    drafts: readonly Draft[],
    column: 'email_key' | 'sub_id',
    nameOf: (c: StoredClient) => string,
    refusal: (c: StoredClient) => Refusal,
    refused: Refused,
  ) {
    const taken = new Map<string, number | null>() // name -> row id, null for a draft without one
    const asking = drafts.filter(
      (d) =>
        !refused.has(d) &&
        nameOf(d.next) !== '' &&
        (!d.known || nameOf(toClient(d.known.row)) !== nameOf(d.next)),
    )
    for (const part of chunked(asking)) {
      const names = part.map((d) => nameOf(d.next))
      const rows = await tx
        .selectFrom('clients')
        .select(['id', column])
        .where(among(column, names))
        .where(column, '<>', '') // names the partial index
        .execute()
      for (const row of rows) taken.set(row[column], row.id)
    }
    for (const d of asking) {
      const name = nameOf(d.next)
      const owner = taken.get(name)
      if (owner !== undefined && (owner === null || owner !== d.known?.row.id))
        refused.set(d, refusal(d.next))
      else taken.set(name, d.known?.row.id ?? null)
    }
  }

  /** Attachments on which the core must tell this client from the others anew. */
  function askingInbounds(d: Draft): readonly number[] {
    if (!d.known) return d.inboundIds
    const { uuid, password, auth } = d.known.row
    const kept = uuid === d.next.uuid && password === d.next.password && auth === d.next.auth
    if (!kept) return d.inboundIds
    return d.inboundIds.filter((id) => id === d.anew || !d.known?.inboundIds.includes(id))
  }

  /** By credential first: filtering by inbound as well would tempt the planner to walk a whole inbound. */
  async function candidates(tx: Tx, clients: readonly StoredClient[]) {
    const keys = clients.map(indexedCredentials)
    const columns = {
      uuid_key: keys.map((k) => k.uuidKey),
      password_key: keys.map((k) => k.passwordKey),
      auth_key: keys.map((k) => k.authKey),
    }
    const found = []
    for (const [column, values] of Object.entries(columns)) {
      const asked = [...new Set(values)].filter((v) => v !== '')
      if (asked.length === 0) continue
      found.push(
        ...(await tx
          .selectFrom('clients as c')
          .innerJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
          .select(['c.id', 'c.email', 'c.uuid', 'c.password', 'c.auth', 'ci.inbound_id'])
          .where(among(`c.${column}`, asked))
          .where(`c.${column as 'uuid_key'}`, '<>', '') // names the partial index
          .execute()),
      )
    }
    return found
  }

  async function sameCredential(
    tx: Tx,
    drafts: readonly Draft[],
    targets: ReadonlyMap<number, Target>,
    refused: Refused,
  ) {
    const asking = drafts.filter((d) => !refused.has(d)).map((d) => ({ d, ids: askingInbounds(d) }))
    const own = owners(drafts)
    const taken = new Map<string, { email: string; id: number | null }>()
    const claim = (inboundId: number, c: { uuid: string; password: string; auth: string }): string[] => {
      const target = targets.get(inboundId)
      return target ? credentialKeys(target.protocol, c, target.method).map((k) => `${inboundId} ${k}`) : []
    }
    for (const part of chunked(asking.filter(({ ids }) => ids.length > 0))) {
      for (const row of await candidates(
        tx,
        part.map(({ d }) => d.next),
      )) {
        if (own.has(row.id)) continue // judged as it shall be, below
        for (const key of claim(row.inbound_id, row)) taken.set(key, { email: row.email, id: row.id })
      }
    }
    // A draft keeps what it has where nothing is asked anew: another draft of the same call may not take it.
    for (const { d, ids } of asking)
      for (const id of d.inboundIds)
        if (!ids.includes(id))
          for (const key of claim(id, d.next))
            taken.set(key, { email: d.next.email, id: d.known?.row.id ?? null })
    for (const { d, ids } of asking) {
      const keys = ids.flatMap((id) => claim(id, d.next))
      const other = keys.map((k) => taken.get(k)).find((o) => o !== undefined)
      if (other) refused.set(d, sharedCredential(other.email))
      else for (const key of keys) taken.set(key, { email: d.next.email, id: d.known?.row.id ?? null })
    }
  }

  /** The core takes an outbound away with the client that bears its tag as reverse tag (facts/core.md 1.3). */
  async function takenReverse(tx: Tx, drafts: readonly Draft[], refused: Refused) {
    const asking = drafts.filter((d) => {
      const tag = d.next.reverse?.tag
      return tag && !refused.has(d) && (!d.known || toClient(d.known.row).reverse?.tag !== tag)
    })
    if (asking.length === 0) return
    const tags = await outboundTags(tx)
    for (const d of asking) {
      const tag = d.next.reverse?.tag ?? ''
      if (tags.has(tag))
        refused.set(d, new Refusal(`${tag} is the tag of an outbound: give the client another.`, 'reverse'))
    }
  }

  return async function conflicts(
    tx: Tx,
    drafts: readonly Draft[],
    targets: ReadonlyMap<number, Target>,
  ): Promise<Refused> {
    const refused: Refused = new Map()
    const duplicate = (c: StoredClient) => new Refusal(`email already in use: ${c.email}`, 'email')
    const sameSub = (c: StoredClient) => new Refusal(`subId already in use: ${c.subId}`, 'subId')
    await sameName(tx, drafts, 'email_key', (c) => emailKey(c.email), duplicate, refused)
    await sameName(tx, drafts, 'sub_id', (c) => c.subId, sameSub, refused)
    await sameCredential(tx, drafts, targets, refused)
    await takenReverse(tx, drafts, refused)
    return refused
  }
}

export type Conflicts = ReturnType<typeof createConflicts>
