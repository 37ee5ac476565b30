import { X509Certificate } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Settings } from '#contract/settings.ts'
import type { CertificateDate } from '#contract/tls-tools-api.ts'
import { certificatesOf, type ShownCertificate } from '#domain/inbounds/certificates.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Db } from '../platform/db/open.ts'
import { storedHere } from '../platform/db/rows/inbound.ts'

interface Deps {
  db: Db
  settings: () => Promise<Pick<Settings, 'webCertFile' | 'subCertFile'>>
}

const MOST_BYTES = 1_048_576

/** Unix milliseconds; nothing where it is no certificate. Of a chain, the leaf: that is what is shown first. */
function notAfterOf(content: Buffer): number | undefined {
  try {
    return new X509Certificate(content).validToDate.getTime()
  } catch {
    return undefined
  }
}

type Owner = Pick<CertificateDate, 'of' | 'inboundId' | 'name'>

/** Until when the certificates hold that this machine shows. What cannot be read is the business of whoever uses it. */
export function createCertificateDates({ db, settings }: Deps) {
  let known = new Map<string, { stamp: string; notAfter: number | undefined }>()

  /** A file is read again only when it was written since. */
  async function ofFile(path: string, seen: typeof known): Promise<number | undefined> {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile() || found.size > MOST_BYTES) return undefined // a device or a pipe has no end
    const stamp = `${found.mtimeMs} ${found.size}`
    const kept = known.get(path)
    const content = kept?.stamp === stamp ? undefined : await readFile(path).catch(() => undefined)
    const notAfter = kept?.stamp === stamp ? kept.notAfter : content && notAfterOf(content)
    seen.set(path, { stamp, notAfter })
    return notAfter
  }

  async function shown(userId: number): Promise<{ owner: Owner; certificate: ShownCertificate }[]> {
    const { webCertFile, subCertFile } = await settings()
    const rows = await db.read
      .selectFrom('inbounds')
      .select(['id', 'remark', 'tag', 'stream_settings'])
      .where('user_id', '=', userId)
      .where(storedHere)
      .where('enable', '=', true)
      .orderBy('id')
      .execute()
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

  return async function list(userId: number): Promise<CertificateDate[]> {
    const seen: typeof known = new Map()
    const dates: CertificateDate[] = []
    for (const { owner, certificate } of await shown(userId)) {
      const notAfter =
        'file' in certificate
          ? (seen.get(certificate.file)?.notAfter ?? (await ofFile(certificate.file, seen)))
          : notAfterOf(Buffer.from(certificate.pem))
      if (notAfter !== undefined)
        dates.push({ ...owner, file: 'file' in certificate ? certificate.file : '', notAfter })
    }
    known = seen // what nobody shows any more is forgotten
    return dates
  }
}

export type CertificateDates = ReturnType<typeof createCertificateDates>
