import { emailKey } from '#domain/clients/field-rules.ts'
import type { Identity } from '#domain/fleet/client-plan.ts'
import { counted, larger, type Sums } from '#domain/fleet/sums.ts'
import { coded } from '#domain/refusal.ts'
import { charged } from '#domain/traffic/charge.ts'
import type { Delta, PlaceDelta } from '#domain/traffic/delta.ts'
import { createInboundMetering } from '../../inbounds/metering.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Tx } from '../../store/open.ts'
import { chunked, setsFor } from '../../store/sets.ts'
import type { Traffic } from '../../traffic/room.ts'
import type { Warnings } from '../registry/warnings.ts'
import type { Desired } from '../sync/desired.ts'
import type { Pending } from '../sync/pending.ts'
import { createRenewLimits } from './limits.ts'

interface Deps extends Pick<Base, 'db' | 'now'> {
  pending: Pending
  desired: Desired
  traffic: Pick<Traffic, 'add' | 'placed' | 'rates'>
  warnings: Pick<Warnings, 'note'>
}

/** The last sums of one node: what is not stored yet, and what was. */
interface Book {
  clients: Map<string, Sums>
  inbounds: Map<string, Sums>
  stored: Map<string, string>
}

/** Sums by email key and by tag. */
export interface Reported {
  clients: ReadonlyMap<string, { sums: Sums | undefined }>
  inbounds: ReadonlyMap<string, Sums & { isCountable: boolean }>
  /** By email key: clients for which the node reports what no counter can hold. */
  uncountable: ReadonlySet<string>
}

/** A client that the panel put on a node. */
export interface Placed extends Sums {
  id: number
  client_id: number
  email: string
  name: string
  sent: string
  granted: number
}

/** Names of `node_client_traffics.sent`. */
const sentNames = (sent: string): string[] =>
  sent === '' ? [] : (JSON.parse(sent) as Identity[]).map(({ email }) => email) // written by placements

const textOf = ({ up, down }: Sums): string => `${up} ${down}`

/**
 * What nodes counted, until the next tick stores it. These are sums, so what is lost here is read again. A report only
 * says how much a client used: it never creates, enables or changes a client (P43, P46).
 */
export function createCounters({ db, now, pending, desired, traffic, warnings }: Deps) {
  const { among, update } = setsFor(db.engine)
  const inboundMetering = createInboundMetering(db)
  const books = new Map<number, Book>()
  /** When bytes of an inbound were last stored, by its id. */
  const moves = new Map<number, number>()

  function bookOf(node: number): Book {
    const book = books.get(node) ?? { clients: new Map(), inbounds: new Map(), stored: new Map() }
    books.set(node, book)
    return book
  }

  /** Only what moved since it was last stored. */
  function take(node: number, { clients, inbounds, uncountable }: Reported): void {
    const book = bookOf(node)
    if (uncountable.size > 0) warnings.note(node, coded('node.sums-unreadable', { count: uncountable.size }))
    for (const [key, { sums }] of clients)
      if (sums && book.stored.get(`client ${key}`) !== textOf(sums)) book.clients.set(key, sums)
    for (const [tag, { up, down, isCountable }] of inbounds)
      if (isCountable && book.stored.get(`inbound ${tag}`) !== textOf({ up, down }))
        book.inbounds.set(tag, { up, down })
  }

  /** Any name that a client may have on the node. One that it was sent under may belong to another client by now. */
  async function namesOf(tx: Tx, { client_id, name, email, sent }: Placed): Promise<string[]> {
    const names = [emailKey(name), emailKey(email)]
    const others = sentNames(sent)
      .map((one) => emailKey(one))
      .filter((one) => !names.includes(one))
    if (others.length === 0) return names
    const taken = await tx
      .selectFrom('clients')
      .select('email_key')
      .where(among('email_key', others))
      .where('id', '<>', client_id)
      .execute()
    return [...names, ...others.filter((one) => !taken.some(({ email_key }) => email_key === one))]
  }

  /** The sums of a client under any of its names: a rename keeps the counter. */
  const saidOf = (names: readonly string[], sums: ReadonlyMap<string, Sums>): Sums | undefined =>
    names
      .map((name) => sums.get(name))
      .reduce<Sums | undefined>((a, b) => (a && b ? larger(a, b) : (a ?? b)), undefined)

  const placedOn = (tx: Tx, node: number) =>
    tx
      .selectFrom('node_client_traffics as p')
      .innerJoin('clients as c', 'c.id', 'p.client_id')
      .select(['p.id', 'p.client_id', 'p.email', 'p.up', 'p.down', 'p.granted', 'p.sent', 'c.email as name'])
      .where('p.node_id', '=', node)

  /** The node may have a client under its old name, its new one, or one that it was sent in between. */
  async function placedAmong(tx: Tx, node: number, keys: readonly string[]): Promise<Placed[]> {
    const rows: Placed[] = []
    const found = new Set<number>()
    for (const part of chunked(keys)) {
      const query = placedOn(tx, node)
      for (const column of ['c.email_key', 'p.email'] as const)
        for (const row of await query.where(among(column, part)).execute())
          if (!found.has(row.id)) {
            found.add(row.id)
            rows.push(row)
          }
    }
    for (const row of await renamedAmong(tx, node, new Set(keys))) if (!found.has(row.id)) rows.push(row)
    return rows
  }

  /** Renames that the node has not confirmed: few, as each is gone when the node answers. */
  async function renamedAmong(tx: Tx, node: number, keys: ReadonlySet<string>): Promise<Placed[]> {
    const rows = await placedOn(tx, node).where('p.sent', '<>', '').execute()
    return rows.filter(({ sent }) => sentNames(sent).some((name) => keys.has(emailKey(name))))
  }

  async function writeClients(tx: Tx, node: number, sums: ReadonlyMap<string, Sums>): Promise<Delta[]> {
    const names = [...sums.keys()]
    const rows = await placedAmong(tx, node, names)
    const deltas: Delta[] = []
    const after: ({ id: number } & Sums)[] = []
    let wentBack = 0
    for (const row of rows) {
      const reported = saidOf(await namesOf(tx, row), sums)
      if (!reported) continue
      if (reported.up < row.up || reported.down < row.down) wentBack++
      const { added, baseline } = counted(row, reported)
      after.push({ id: row.id, ...baseline })
      if (added.up + added.down > 0) deltas.push({ kind: 'client', name: row.name, ...added, from: node })
    }
    if (wentBack > 0) warnings.note(node, coded('node.went-back', { count: wentBack }))
    await update(tx, 'node_client_traffics', after, { id: 'int', up: 'int', down: 'int' }, 'id')
    if (deltas.length > 0) await traffic.placed(tx, node, deltas, now())
    const rate = await traffic.rates.onNode(tx, node, deltas)
    if (!rate) return deltas
    return deltas.map((delta) => ({ ...delta, node, charge: charged(delta, rate(delta.name, undefined)) }))
  }

  async function writeInbounds(tx: Tx, node: number, sums: ReadonlyMap<string, Sums>): Promise<PlaceDelta[]> {
    const rows = await tx.selectFrom('node_inbounds').selectAll().where('node_id', '=', node).execute()
    const moved: ({ id: number } & Sums)[] = []
    for (const row of rows) {
      const reported = sums.get(row.tag)
      if (!reported) continue
      const { added, baseline } = counted(row, reported)
      await tx
        .updateTable('node_inbounds')
        .set(baseline)
        .where('node_id', '=', node)
        .where('inbound_id', '=', row.inbound_id)
        .execute()
      if (added.up + added.down > 0) moved.push({ id: row.inbound_id, ...added })
    }
    for (const { id } of moved) moves.set(id, now())
    if (moved.length === 0) return []
    await inboundMetering.countOnNodes(tx, moved)
    return tagged(tx, moved)
  }

  /** Under the tags that this panel has for them. */
  async function tagged(tx: Tx, moved: readonly ({ id: number } & Sums)[]): Promise<PlaceDelta[]> {
    const ids = moved.map(({ id }) => id)
    const rows = await tx.selectFrom('inbounds').select(['id', 'tag']).where(among('id', ids)).execute()
    const tags = new Map(rows.map(({ id, tag }) => [id, tag]))
    return moved.flatMap(({ id, up, down }) => {
      const name = tags.get(id)
      return name === undefined ? [] : [{ kind: 'inbound' as const, name, up, down }]
    })
  }

  /** Before a client leaves the node: stores its last sums, which would be lost otherwise. */
  async function last(tx: Tx, node: number, clientId: number): Promise<Placed | undefined> {
    const row = await placedOn(tx, node).where('p.client_id', '=', clientId).executeTakeFirst()
    const waiting = books.get(node)?.clients
    if (!row || !waiting) return row
    const names = await namesOf(tx, row)
    const sums = saidOf(names, waiting)
    if (!sums) return row
    const deltas = await writeClients(tx, node, new Map([[emailKey(row.name), sums]]))
    if (deltas.length > 0) await traffic.add(tx, deltas)
    // Counted: the next client of this name must not be compared with it.
    for (const name of names) waiting.delete(name)
    return row
  }

  const renewLimits = createRenewLimits({ db, pending, desired, rates: traffic.rates })

  return {
    take,
    takeClients: (node: number, sums: ReadonlyMap<string, Sums>): void =>
      take(node, {
        clients: new Map([...sums].map(([key, one]) => [key, { sums: one }])),
        inbounds: new Map(),
        uncountable: new Set(),
      }),
    waiting: (): boolean =>
      [...books.values()].some(({ clients, inbounds }) => clients.size + inbounds.size > 0),

    /** In the tick's transaction. Returns the bytes to add; `committed` is called after the commit. */
    async write(tx: Tx): Promise<{ deltas: Delta[]; places: PlaceDelta[]; committed: () => void }> {
      const deltas: Delta[] = []
      const places: PlaceDelta[] = []
      const written: { book: Book; clients: Map<string, Sums>; inbounds: Map<string, Sums> }[] = []
      for (const [node, book] of books) {
        const [clients, inbounds] = [new Map(book.clients), new Map(book.inbounds)]
        const used = clients.size > 0 ? await writeClients(tx, node, clients) : []
        for (const delta of used) {
          deltas.push(delta)
          places.push({ kind: 'node', name: String(node), up: delta.up, down: delta.down })
        }
        if (inbounds.size > 0) places.push(...(await writeInbounds(tx, node, inbounds)))
        written.push({ book, clients, inbounds })
      }
      const committed = () => {
        for (const { book, clients, inbounds } of written) {
          markStored(book.clients, clients, book.stored, 'client')
          markStored(book.inbounds, inbounds, book.stored, 'inbound')
        }
      }
      return { deltas, places, committed }
    },

    last,

    /** The node does not have the client and makes it anew: its counter there begins at zero. */
    async startAnew(tx: Tx, node: number, clientId: number): Promise<void> {
      const row = await last(tx, node, clientId)
      if (!row) return
      await tx.updateTable('node_client_traffics').set({ up: 0, down: 0 }).where('id', '=', row.id).execute()
    },

    renewLimits,

    /** When an inbound on a node last moved bytes, in milliseconds; 0: not since this process started. */
    movedAt: (inbound: number): number => moves.get(inbound) ?? 0,

    /** What was stored of a node is read again: it is another panel, or its placements changed. */
    forget: (node: number): void => void books.delete(node),
    /** Another instance reads the nodes now: what was read here is older than what is stored. */
    forgetAll: (): void => books.clear(),
  }
}

function markStored(
  waiting: Map<string, Sums>,
  written: ReadonlyMap<string, Sums>,
  stored: Map<string, string>,
  kind: string,
): void {
  for (const [name, sums] of written) {
    stored.set(`${kind} ${name}`, textOf(sums))
    if (waiting.get(name) === sums) waiting.delete(name)
  }
}

export type Counters = ReturnType<typeof createCounters>
