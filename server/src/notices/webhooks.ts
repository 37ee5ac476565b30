import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { WebhookInput, WebhookView } from '#contract/notices-api.ts'
import { kindsIn, listOf } from '#domain/alerts/grid.ts'
import { Refusal } from '#domain/refusal.ts'
import { originOf } from '#domain/secrets/redact.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import type { Outbox } from './outbox.ts'
import { webhookName } from './webhook.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  egress: Pick<Egress, 'checkUrl'>
  /** What waits for a webhook goes with it. */
  outbox: Pick<Outbox, 'forget'>
}

type Row = Selectable<Schema['webhooks']>

const most = 50

const viewOf = (row: Row, secret = ''): WebhookView => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: [...kindsIn(row.events)],
  enabled: row.enabled,
  allowPrivateAddress: row.allow_private_address,
  hasSecret: row.secret !== '',
  secret,
})

const storedOf = (row: Row) => ({
  id: row.id,
  url: row.url,
  secret: row.secret,
  allowPrivateAddress: row.allow_private_address,
  kinds: kindsIn(row.events),
  enabled: row.enabled,
})

export type StoredWebhook = ReturnType<typeof storedOf>

/** URLs that are called with chosen alerts. Their secrets are written, and shown only when they are made. */
export function createWebhooks({ db, commit, now, egress, outbox }: Deps) {
  let stored: Promise<readonly StoredWebhook[]> | undefined
  let latest: readonly StoredWebhook[] = []

  function all(): Promise<readonly StoredWebhook[]> {
    stored ??= db.read
      .selectFrom('webhooks')
      .selectAll()
      .orderBy('id')
      .execute()
      .then((rows) => {
        latest = rows.map(storedOf)
        return latest
      })
    return stored
  }

  async function refuseBad(input: WebhookInput): Promise<void> {
    for (const field of ['name', 'url'] as const)
      if (!isStorable(input[field]) || /\p{Cc}/u.test(input[field]))
        throw new Refusal('input.control-characters', {}, field)
    if (input.secret !== '' && !/^[\x21-\x7e]{16,256}$/.test(input.secret))
      throw new Refusal('notice.webhook-secret', {}, 'secret')
    try {
      await egress.checkUrl(input.url, { allowPrivateAddress: input.allowPrivateAddress })
    } catch (error) {
      throw error instanceof Refusal ? Refusal.of(error, 'url') : error
    }
  }

  const columns = (input: WebhookInput) => ({
    name: input.name,
    url: input.url,
    events: listOf(new Set(input.events)),
    enabled: input.enabled,
    allow_private_address: input.allowPrivateAddress,
    updated_at: now(),
    ...(input.secret !== '' && { secret: input.secret }),
  })

  async function find(tx: Tx, id: number): Promise<Row> {
    const row =
      isRowId(id) && (await tx.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst())
    if (!row) throw new Refusal('notice.webhook-missing', { id }, 'id')
    return row
  }

  const told = (verb: 'add' | 'update' | 'del', before: Row | undefined, after: Row | undefined) => {
    const row = after ?? before
    return {
      change: { kind: 'webhooks-changed' } as const,
      action: {
        action: `webhook.${verb}` as const,
        objectKind: 'webhook',
        object: `${row?.id} ${row?.name}`,
        // Chat services have the secret in the path.
        ...(before && { before: { ...viewOf(before), url: originOf(before.url) } }),
        ...(after && { after: { ...viewOf(after), url: originOf(after.url) } }),
      },
      committed: () => {
        stored = undefined
      },
    }
  }

  return {
    all,
    /** As of the last read, for those who cannot wait. */
    latest: () => latest,
    onChange(): void {
      stored = undefined
      void all()
    },
    async list(): Promise<WebhookView[]> {
      const rows = await db.read.selectFrom('webhooks').selectAll().orderBy('id').execute()
      return rows.map((row) => viewOf(row))
    },
    async add(input: WebhookInput, actor: Actor): Promise<WebhookView> {
      await refuseBad(input)
      const secret = input.secret || `whsec_${randomBytes(24).toString('base64url')}`
      return commit(actor, async (tx) => {
        const count = await tx.selectFrom('webhooks').select('id').limit(most).execute()
        if (count.length >= most) throw new Refusal('notice.webhook-too-many', { max: most })
        const row = await tx
          .insertInto('webhooks')
          .values({ ...columns(input), secret, created_at: now() })
          .returningAll()
          .executeTakeFirstOrThrow()
        return { ...told('add', undefined, row), result: viewOf(row, input.secret === '' ? secret : '') }
      })
    },
    async update(id: number, input: WebhookInput, actor: Actor): Promise<WebhookView> {
      await refuseBad(input)
      return commit(actor, async (tx) => {
        const before = await find(tx, id)
        const after = await tx
          .updateTable('webhooks')
          .set(columns(input))
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirstOrThrow()
        return { ...told('update', before, after), result: viewOf(after) }
      })
    },
    async del(id: number, actor: Actor): Promise<null> {
      return commit(actor, async (tx) => {
        const before = await find(tx, id)
        await tx.deleteFrom('webhooks').where('id', '=', id).execute()
        await outbox.forget(tx, webhookName(id))
        return { ...told('del', before, undefined), result: null }
      })
    },
  }
}

export type Webhooks = ReturnType<typeof createWebhooks>
