import { X509Certificate } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { CertificateUseBody, CertificateView, ChallengeMethod } from '#contract/certificates-api.ts'
import type { Coded } from '#contract/coded.ts'
import type { Attempt } from '#domain/certificates/renewal.ts'
import { attemptsKept, namesKey } from '#domain/certificates/renewal.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Reader, Tx } from '../store/open.ts'
import { storedHere } from '../store/rows/inbound.ts'
import type { Schema } from '../store/schema.ts'

export type CertificateRow = Selectable<Schema['certificates']>

/** What an authority will look for; every instance answers it. */
export interface Challenge {
  method: ChallengeMethod
  /** The domain or address. */
  name: string
  token: string
  keyAuthorization: string
}

/** The use that was asked for with a new certificate, and by whom. */
export interface WantedUse {
  use: CertificateUseBody
  userId: number
}

export const namesIn = ({ names }: Pick<CertificateRow, 'names'>): string[] => names.split(',')
export const methodIn = ({ method }: CertificateRow) => method as ChallengeMethod // written from a checked wish
/** Both are written here only. */
export const challengesIn = ({ challenges }: Pick<CertificateRow, 'challenges'>): Challenge[] =>
  challenges === '' ? [] : (JSON.parse(challenges) as Challenge[])
const errorIn = ({ last_error }: CertificateRow): Coded | undefined =>
  last_error === '' ? undefined : (JSON.parse(last_error) as Coded)

export async function find(source: Reader | Tx, id: number): Promise<CertificateRow> {
  const row =
    isRowId(id) &&
    (await source.selectFrom('certificates').selectAll().where('id', '=', id).executeTakeFirst())
  if (!row) throw new Refusal('certificate.unknown', { id: String(id).slice(0, 40) }, 'id')
  return row
}

export const allRows = (source: Reader | Tx): Promise<CertificateRow[]> =>
  source.selectFrom('certificates').selectAll().orderBy('id').execute()

/** The inbounds of this machine, with what names their certificates. */
export const inboundRows = (source: Reader) =>
  source
    .selectFrom('inbounds')
    .select(['id', 'remark', 'tag', 'stream_settings'])
    .where(storedHere)
    .orderBy('id')

/** Attempts that still count. */
export async function attemptsSince(source: Reader | Tx, now: number): Promise<Attempt[]> {
  const rows = await source
    .selectFrom('certificate_attempts')
    .select(['at', 'names', 'issued'])
    .where('at', '>', now - attemptsKept)
    .execute()
  return rows.map(({ at, names, issued }) => ({ at, names, issued: issued > 0 }))
}

export async function noteAttempt(
  tx: Tx,
  row: Pick<CertificateRow, 'names'>,
  now: number,
  issued: boolean,
): Promise<void> {
  await tx
    .deleteFrom('certificate_attempts')
    .where('at', '<=', now - attemptsKept)
    .execute()
  await tx
    .insertInto('certificate_attempts')
    .values({ at: now, names: namesKey(namesIn(row)), issued: issued ? 1 : 0 })
    .execute()
}

/** Dates of the first certificate of a chain. */
export function readChain(fullchain: string) {
  const leaf = new X509Certificate(fullchain)
  return {
    notBefore: leaf.validFromDate.getTime(),
    notAfter: leaf.validToDate.getTime(),
    serial: leaf.serialNumber,
    fingerprint: leaf.fingerprint256.replaceAll(':', '').toLowerCase(),
  }
}

function stateOf(row: CertificateRow, now: number): CertificateView['state'] {
  if (row.revoked_at > 0) return 'revoked'
  if (row.fullchain === '') return 'none'
  return row.not_after <= now ? 'expired' : 'valid'
}

/** Without the key. */
export function viewOf(
  row: CertificateRow,
  now: number,
  usedBy: CertificateView['usedBy'],
  files: { cert: string; key: string },
): CertificateView {
  const error = errorIn(row)
  const { serial, fingerprint } =
    row.fullchain === '' ? { serial: '', fingerprint: '' } : readChain(row.fullchain)
  const paths = row.fullchain === '' ? { cert: '', key: '' } : files
  return {
    id: row.id,
    names: namesIn(row),
    method: methodIn(row),
    authority: new URL(row.directory).host,
    profile: row.profile,
    state: stateOf(row, now),
    busy: row.busy_until > now,
    serial,
    fingerprint,
    notBefore: row.not_before,
    notAfter: row.not_after,
    renewAt: row.renew_at,
    error: error ? inEnglish(error) : '',
    ...(error && { errorCoded: error }),
    errorAt: row.last_error_at,
    certificateFile: paths.cert,
    keyFile: paths.key,
    usedBy,
  }
}
