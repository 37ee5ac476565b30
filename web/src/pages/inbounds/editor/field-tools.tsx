import { NativeSelect } from '@mantine/core'
import type { ComponentType } from 'react'
import type { Protocol } from '#contract/protocol.ts'
import { newKey } from '#domain/clients/credentials.ts'
import { base64 } from '#domain/texts.ts'
import type { Api } from '../../../api/client.ts'
import { endpoints, useReply } from '../../../api/endpoints.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { useApp } from '../../../services.tsx'
import { browserMint, hexDigits } from './browser-mint.ts'
import { certificateChoices } from './certificate-files.ts'
import { type Editor, useEditor } from './editor-context.ts'
import {
  makeEch,
  makeMldsa,
  makePanelCertificate,
  makePeerKeys,
  makeRealityKeys,
  type Values,
} from './key-material.ts'
import { setAll } from './paths.ts'
import { TargetFinder } from './target-finder.tsx'
import { Tool } from './tool.tsx'

/** A button that fills in the field, or a component with more than that. */
type FieldTool = { at: RegExp; protocol?: Protocol } & (
  | { label: PlainKey; make(api: Api, editor: Editor, at: string): Promise<Values> | Values }
  | { Tools: ComponentType<{ at: string }> }
)

const tools: readonly FieldTool[] = [
  { at: /realitySettings\.privateKey$/, label: 'inboundForm.newPair', make: makeRealityKeys },
  {
    at: /realitySettings\.shortIds$/,
    label: 'inboundForm.newShortIds',
    make: (_, __, at) => ({ [at]: [hexDigits(16), hexDigits(8)] }),
  },
  { at: /realitySettings\.(target|dest)$/, Tools: TargetFinder },
  { at: /realitySettings\.mldsa65Seed$/, label: 'inboundForm.newKey', make: makeMldsa },
  { at: /tlsSettings\.echServerKeys$/, label: 'inboundForm.newKey', make: makeEch },
  { at: /certificates\[\d+\]\.certificateFile$/, Tools: PanelCertificate },
  {
    at: /^settings\.password$/,
    protocol: 'shadowsocks',
    label: 'inboundForm.newKey',
    make: (_, { get }, at) => ({ [at]: newKey(String(get('settings.method') ?? ''), browserMint()) }),
  },
  {
    at: /^settings\.secretKey$/,
    label: 'inboundForm.newKey',
    make: (_, __, at) => ({ [at]: base64(browserMint().bytes(32)) }),
  },
  {
    at: /^settings\.peers\[\d+\]\.privateKey$/,
    label: 'inboundForm.newPair',
    make: (api, _, at) => makePeerKeys(api, at),
  },
  { at: /^settings\.decryption$/, protocol: 'vless', Tools: VlessEncryption },
]

/** Buttons that generate a value for the field, if any. */
export function FieldTools({ at }: { at: string }) {
  const { t, api } = useApp()
  const { cell } = useEditor()
  const found = tools.find(
    (tool) => tool.at.test(at) && (tool.protocol === undefined || tool.protocol === cell.protocol),
  )
  if (!found) return null
  if ('Tools' in found) return <found.Tools at={at} />
  return <Tool label={t(found.label)} make={(editor) => found.make(api, editor, at)} />
}

/** The panel's certificate that fits, or one of those that the panel got. */
function PanelCertificate({ at }: { at: string }) {
  const { t, api } = useApp()
  const editor = useEditor()
  const { data } = useReply(endpoints.certificates.list)
  const issued = certificateChoices(undefined, data?.certificates ?? [])
  const now = String(editor.get(at) ?? '')
  const isOne = issued.some(({ certificateFile }) => certificateFile === now)
  const none = t('inboundForm.noPanelCertificate')
  return (
    <>
      <Tool
        label={t('inboundForm.panelCertificate')}
        make={(latest) => makePanelCertificate(api, latest, at, none)}
      />
      {issued.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t('inboundForm.issuedCertificate')}
          value={isOne ? now : ''}
          data={[
            { value: '', label: t('inboundForm.issuedCertificate'), disabled: true },
            ...issued.map(({ certificateFile, names }) => ({
              value: certificateFile,
              label: names.join(', '),
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            const found = issued.find(({ certificateFile }) => certificateFile === value)
            const keyAt = at.replace(/certificateFile$/, 'keyFile')
            if (found) editor.change((form) => setAll(form, { [at]: value, [keyAt]: found.keyFile }))
          }}
        />
      )}
    </>
  )
}

const both = (decryption: string, encryption: string) => ({
  'settings.decryption': decryption,
  'settings.encryption': encryption,
})

/** Keys for both sides of VLESS encryption, of either kind, or none. */
function VlessEncryption() {
  const { t, api } = useApp()
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
