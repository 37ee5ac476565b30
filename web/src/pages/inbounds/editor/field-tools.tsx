import { NativeSelect } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'
import { base64 } from '#domain/clients/mint.ts'
import { newKey } from '#domain/clients/shadowsocks-key.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useReply } from '../../../api/use-reply.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { browserMint, hexDigits } from './browser-mint.ts'
import { certificateChoices } from './certificate-files.ts'
import { useEditor } from './editor-context.ts'
import { makeEch, makeMldsa, makePanelCertificate, makePeerKeys, makeRealityKeys } from './key-material.ts'
import { setAll } from './paths.ts'
import { TargetFinder } from './target-finder.tsx'
import { Tool } from './tool.tsx'

interface ToolProps {
  at: string
}

function RealityPair() {
  const { t } = useTranslation()
  const { api } = useServices()
  return <Tool label={t('inboundForm.newPair')} make={() => makeRealityKeys(api)} />
}

function ShortIds({ at }: ToolProps) {
  const { t } = useTranslation()
  return <Tool label={t('inboundForm.newShortIds')} make={() => ({ [at]: [hexDigits(16), hexDigits(8)] })} />
}

function Mldsa() {
  const { t } = useTranslation()
  const { api } = useServices()
  return <Tool label={t('inboundForm.newKey')} make={() => makeMldsa(api)} />
}

function Ech() {
  const { t } = useTranslation()
  const { api } = useServices()
  return <Tool label={t('inboundForm.newKey')} make={(editor) => makeEch(api, editor)} />
}

function PanelCertificate({ at }: ToolProps) {
  const { t } = useTranslation()
  const { api } = useServices()
  const none = t('inboundForm.noPanelCertificate')
  return (
    <>
      <Tool
        label={t('inboundForm.panelCertificate')}
        make={(editor) => makePanelCertificate(api, editor, at, none)}
      />
      <IssuedCertificates at={at} />
    </>
  )
}

/** One of those that the panel got; nothing while there is none. */
function IssuedCertificates({ at }: ToolProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const { data } = useReply(endpoints.certificates.list)
  const issued = certificateChoices(undefined, data?.certificates ?? [])
  if (issued.length === 0) return null
  const now = String(editor.get(at) ?? '')
  const isOne = issued.some(({ certificateFile }) => certificateFile === now)
  return (
    <NativeSelect
      size="xs"
      aria-label={t('inboundForm.issuedCertificate')}
      value={isOne ? now : ''}
      data={[
        { value: '', label: t('inboundForm.issuedCertificate'), disabled: true },
        ...issued.map(({ certificateFile, names }) => ({ value: certificateFile, label: names.join(', ') })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const found = issued.find(({ certificateFile }) => certificateFile === value)
        const keyAt = at.replace(/certificateFile$/, 'keyFile')
        if (found) editor.change((form) => setAll(form, { [at]: value, [keyAt]: found.keyFile }))
      }}
    />
  )
}

function ShadowsocksKey({ at }: ToolProps) {
  const { t } = useTranslation()
  return (
    <Tool
      label={t('inboundForm.newKey')}
      make={({ get }) => ({ [at]: newKey(String(get('settings.method') ?? ''), browserMint()) })}
    />
  )
}

function RandomKey({ at }: ToolProps) {
  const { t } = useTranslation()
  return <Tool label={t('inboundForm.newKey')} make={() => ({ [at]: base64(browserMint().bytes(32)) })} />
}

function PeerPair({ at }: ToolProps) {
  const { t } = useTranslation()
  const { api } = useServices()
  return <Tool label={t('inboundForm.newPair')} make={() => makePeerKeys(api, at)} />
}

interface Line {
  at: RegExp
  protocol?: Cell['protocol']
  tool: ComponentType<ToolProps>
}

const lines: readonly Line[] = [
  { at: /realitySettings\.privateKey$/, tool: RealityPair },
  { at: /realitySettings\.shortIds$/, tool: ShortIds },
  { at: /realitySettings\.(target|dest)$/, tool: TargetFinder },
  { at: /realitySettings\.mldsa65Seed$/, tool: Mldsa },
  { at: /tlsSettings\.echServerKeys$/, tool: Ech },
  { at: /certificates\[\d+\]\.certificateFile$/, tool: PanelCertificate },
  { at: /^settings\.password$/, protocol: 'shadowsocks', tool: ShadowsocksKey },
  { at: /^settings\.secretKey$/, tool: RandomKey },
  { at: /^settings\.peers\[\d+\]\.privateKey$/, tool: PeerPair },
  { at: /^settings\.decryption$/, protocol: 'vless', tool: VlessEncryption },
]

/** Buttons that generate a value for the field, if any. */
export function FieldTools({ at }: ToolProps): ReactNode {
  const { cell } = useEditor()
  const found = lines.find(
    (line) => line.at.test(at) && (line.protocol === undefined || line.protocol === cell.protocol),
  )
  return found ? <found.tool at={at} /> : null
}

const both = (decryption: string, encryption: string) => ({
  'settings.decryption': decryption,
  'settings.encryption': encryption,
})

/** Keys for both sides of VLESS encryption, of either kind, or none. */
function VlessEncryption() {
  const { t } = useTranslation()
  const { api } = useServices()
  const { get } = useEditor()
  const make = async (kind: RegExp) => {
    const { auths } = await api.call(endpoints.core.vlessEncryption)
    const found = auths.find(({ id, label }) => kind.test(`${id} ${label}`)) ?? auths[0]
    return found ? both(found.decryption, found.encryption) : {}
  }
  return (
    <>
      <Tool label="ML-KEM-768" make={() => make(/ml-?kem/i)} />
      <Tool label="X25519" make={() => make(/^(?!.*ml-?kem).*x25519/i)} />
      {get('settings.decryption') !== 'none' && (
        <Tool label={t('inboundForm.noEncryption')} make={() => both('none', 'none')} />
      )}
    </>
  )
}
