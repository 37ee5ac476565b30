import type { CertificateUse, CertificateUseBody } from '#contract/certificates-api.ts'
import type { Block } from '#contract/inbound.ts'
import type { SettingsUpdate } from '#contract/settings.ts'
import { certificatesOf, withCertificate } from '#domain/inbounds/certificates.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Inbounds } from '../inbounds/service.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { SettingsRoom } from '../settings/service.ts'
import type { Db } from '../store/open.ts'
import type { CertificateFiles } from './files.ts'
import { inboundRows } from './store.ts'

export interface UsageDeps {
  db: Db
  settings: SettingsRoom
  inbounds: Pick<Inbounds, 'update'>
}

type Used = { file: string; use: CertificateUse }

/** Where certificates are used is read from settings and inbounds; nothing of it is stored. */
export function createUsage({ db, settings, inbounds: room }: UsageDeps) {
  async function all(): Promise<Used[]> {
    const { webCertFile, subCertFile } = await settings.fresh()
    const rows = await inboundRows(db.read).execute()
    return [
      { file: webCertFile, use: { of: 'panel', inboundId: 0, name: '' } },
      { file: subCertFile, use: { of: 'subscription', inboundId: 0, name: '' } },
      ...rows.flatMap(({ id, remark, tag, stream_settings }): Used[] =>
        certificatesOf(parseBlock(stream_settings)).flatMap((certificate) =>
          'file' in certificate
            ? [{ file: certificate.file, use: { of: 'inbound', inboundId: id, name: remark || tag } }]
            : [],
        ),
      ),
    ]
  }

  /** The settings that name the files, or no longer do. */
  function patchOf(
    { panel, subscription }: CertificateUseBody,
    { cert, key }: CertificateFiles,
  ): SettingsUpdate {
    const { webCertFile, subCertFile } = settings.current()
    const patch: SettingsUpdate = {}
    if (panel) Object.assign(patch, { webCertFile: cert, webKeyFile: key })
    if (panel === false && webCertFile === cert) Object.assign(patch, { webCertFile: '', webKeyFile: '' })
    if (subscription) Object.assign(patch, { subCertFile: cert, subKeyFile: key })
    if (subscription === false && subCertFile === cert)
      Object.assign(patch, { subCertFile: '', subKeyFile: '' })
    return patch
  }

  async function inboundsWith(
    ids: readonly number[],
    files: CertificateFiles,
    userId: number,
  ): Promise<{ id: number; streamSettings: Block }[]> {
    const rows = await inboundRows(db.read).where('user_id', '=', userId).execute()
    return ids.map((id) => {
      const row = rows.find((one) => one.id === id)
      if (!row) throw new Refusal('inbound.missing', { id }, 'inboundIds')
      const streamSettings = withCertificate(parseBlock(row.stream_settings), files)
      if (!streamSettings)
        throw new Refusal('certificate.not-tls', { name: row.remark || row.tag }, 'inboundIds')
      return { id, streamSettings }
    })
  }

  return {
    async of(file: string): Promise<CertificateUse[]> {
      return (await all()).filter((used) => used.file === file).map(({ use }) => use)
    },
    all,
    /** Everything is checked before anything is written. */
    async set(
      body: CertificateUseBody,
      files: CertificateFiles,
      by: { userId: number; actor: Actor },
    ): Promise<void> {
      await settings.fresh()
      const inbounds = await inboundsWith(body.inboundIds ?? [], files, by.userId)
      const patch = patchOf(body, files)
      if (Object.keys(patch).length > 0) await settings.update(patch, by.actor)
      for (const { id, streamSettings } of inbounds) await room.update(id, { streamSettings }, by)
    },
  }
}

export type Usage = ReturnType<typeof createUsage>
