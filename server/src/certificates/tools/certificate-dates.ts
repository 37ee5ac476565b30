import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { CertificateDate } from '#contract/tls-tools-api.ts'
import { certificatesOf, type ShownCertificate } from '#domain/inbounds/certificates.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Base } from '../../settings/base-services.ts'
import { inboundRows } from '../store.ts'

type Deps = Pick<Base, 'db' | 'settings'>

const MOST_BYTES = 1_048_576

type Dates = Pick<CertificateDate, 'notBefore' | 'notAfter'>

/** Unix milliseconds; undefined if it is not a certificate. For a chain, the leaf: it comes first. */
function datesOf(content: Buffer): Dates | undefined {
  try {
    const leaf = new X509Certificate(content)
    return { notBefore: leaf.validFromDate.getTime(), notAfter: leaf.validToDate.getTime() }
  } catch {
    return undefined
  }
}

type Owner = Pick<CertificateDate, 'of' | 'inboundId' | 'name'>

/**
 * Expiry dates of the certificates that this machine serves. Unreadable ones are skipped: whoever uses them reports it.
 */
export function createCertificateDates({ db, settings }: Deps) {
  let known = new Map<string, { stamp: string; dates: Dates | undefined }>()

  /** A file is read again only if it changed. */
  async function ofFile(path: string, seen: typeof known): Promise<Dates | undefined> {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.size > MOST_BYTES) return undefined // a device or pipe would never end
    const stamp = `${found.mtimeMs} ${found.size}`
    const kept = known.get(path)
    const content = kept?.stamp === stamp ? undefined : await readFile(path).catch(() => undefined)
    const dates = kept?.stamp === stamp ? kept.dates : content && datesOf(content)
    seen.set(path, { stamp, dates })
    return dates
  }

  async function shown(userId: number): Promise<{ owner: Owner; certificate: ShownCertificate }[]> {
    const { webCertFile, subCertFile } = await settings.fresh()
    const rows = await inboundRows(db.read).where('user_id', '=', userId).where('enable', '=', true).execute()
    const ofPanel = { of: 'panel', inboundId: 0, name: '' } as const
    const ofSubscription = { of: 'subscription', inboundId: 0, name: '' } as const
    return [
      ...(webCertFile ? [{ owner: ofPanel, certificate: { file: webCertFile } }] : []),
      ...(subCertFile ? [{ owner: ofSubscription, certificate: { file: subCertFile } }] : []),
      ...rows.flatMap((row) => {
        const owner = { of: 'inbound', inboundId: row.id, name: row.remark || row.tag } as const
        return certificatesOf(parseBlock(row.stream_settings)).map((certificate) => ({ owner, certificate }))
      }),
    ]
  }

  async function list(userId: number): Promise<CertificateDate[]> {
    const seen: typeof known = new Map()
    const listed: CertificateDate[] = []
    for (const { owner, certificate } of await shown(userId)) {
      const dates =
        'file' in certificate
          ? (seen.get(certificate.file)?.dates ?? (await ofFile(certificate.file, seen)))
          : datesOf(Buffer.from(certificate.pem))
      if (dates) listed.push({ ...owner, file: 'file' in certificate ? certificate.file : '', ...dates })
    }
    known = seen // drops files that are no longer used
    return listed
  }

  return { list }
}

export type CertificateDates = ReturnType<typeof createCertificateDates>
