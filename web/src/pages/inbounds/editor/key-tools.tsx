import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { base64 } from '#domain/clients/mint.ts'
import { newKey } from '#domain/clients/shadowsocks-key.ts'
import { endpoints } from '../../../api/endpoints.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { sayError } from '../../../ui/say-error.ts'
import { browserMint, hexDigits } from './browser-mint.ts'
import styles from './editor.module.css'
import { type Editor, useEditor } from './editor-context.ts'
import { getAt, setAt } from './paths.ts'
import { TargetFinder } from './target-finder.tsx'
import { VlessEncryption } from './vless-encryption.tsx'

/** The editor as it is when an answer comes, not as it was when it was asked. */
export function useLatestEditor() {
  const editor = useEditor()
  const latest = useRef(editor)
  latest.current = editor
  return latest
}

interface ToolProps {
  label: string
  run(editor: Editor): unknown
}

/** A small button below a field that fills it in; what goes wrong is said beside it. */
export function Tool({ label, run }: ToolProps) {
  const { t } = useTranslation()
  const latest = useLatestEditor()
  const work = useMutation({ mutationFn: async () => run(latest.current) })
  return (
    <>
      <Button variant="light" size="compact-sm" loading={work.isPending} onClick={() => work.mutate()}>
        {label}
      </Button>
      {work.error && (
        <p role="alert" className={styles.toolError} dir="auto">
          {sayError(t, work.error)}
        </p>
      )}
    </>
  )
}

const reality = 'streamSettings.realitySettings'

/** Reality without a key pair cannot start: whoever chooses it finds one filled in. */
export function useRealityKeys() {
  const { api } = useServices()
  const latest = useLatestEditor()
  return async (anew = false): Promise<void> => {
    const keys = await api.call(endpoints.realityKeys).catch((error: unknown) => {
      if (anew) throw error
      return undefined // the button is there for a second try
    })
    if (!keys) return
    latest.current.change((form) => {
      if (!anew && getAt(form, `${reality}.privateKey`)) return form
      const half = setAt(form, `${reality}.privateKey`, keys.privateKey)
      return setAt(half, `${reality}.settings.publicKey`, keys.publicKey)
    })
  }
}

/** X25519 keys come in the URL spelling; WireGuard's are padded. */
export const paddedKey = (key: string): string => {
  const plain = key.replaceAll('-', '+').replaceAll('_', '/')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}

/** What can be made for the field at this place, if anything. */
export function FieldTools({ at }: { at: string }): ReactNode {
  const { t } = useTranslation()
  const { api } = useServices()
  const fillRealityKeys = useRealityKeys()
  const { cell } = useEditor()
  const write = (edits: Record<string, unknown>) => (editor: Editor) =>
    editor.change((form) =>
      Object.entries(edits).reduce((next, [path, value]) => setAt(next, path, value), form),
    )
  const latest = useLatestEditor()

  if (at === `${reality}.privateKey`)
    return <Tool label={t('inboundForm.newPair')} run={() => fillRealityKeys(true)} />
  if (at === `${reality}.shortIds`)
    return <Tool label={t('inboundForm.newShortIds')} run={write({ [at]: [hexDigits(16), hexDigits(8)] })} />
  if (at === `${reality}.target`) return <TargetFinder />
  if (at === `${reality}.mldsa65Seed`)
    return (
      <Tool
        label={t('inboundForm.newKey')}
        run={async () => {
          const { seed, verify } = await api.call(endpoints.mldsaKeys)
          write({ [at]: seed, [`${reality}.settings.mldsa65Verify`]: verify })(latest.current)
        }}
      />
    )
  if (at === 'streamSettings.tlsSettings.echServerKeys')
    return (
      <Tool
        label={t('inboundForm.newKey')}
        run={async ({ get }) => {
          const sni = String(get('streamSettings.tlsSettings.serverName') ?? '')
          const { echServerKeys, echConfigList } = await api.call(endpoints.echKeys, { body: { sni } })
          const list = 'streamSettings.tlsSettings.settings.echConfigList'
          write({ [at]: echServerKeys, [list]: echConfigList })(latest.current)
        }}
      />
    )
  const file = /^(.*certificates\[\d+\])\.certificateFile$/.exec(at)
  if (file)
    return (
      <Tool
        label={t('inboundForm.panelCertificate')}
        run={async () => {
          const { webCertFile, webKeyFile } = await api.call(endpoints.panelCertificate)
          if (webCertFile === '') throw new Error(t('inboundForm.noPanelCertificate'))
          write({ [at]: webCertFile, [`${file[1]}.keyFile`]: webKeyFile })(latest.current)
        }}
      />
    )
  if (cell.protocol === 'shadowsocks' && at === 'settings.password')
    return (
      <Tool
        label={t('inboundForm.newKey')}
        run={(editor) =>
          write({ [at]: newKey(String(editor.get('settings.method') ?? ''), browserMint()) })(editor)
        }
      />
    )
  if (at === 'settings.secretKey')
    return <Tool label={t('inboundForm.newKey')} run={write({ [at]: base64(browserMint().bytes(32)) })} />
  const peer = /^(settings\.peers\[\d+\])\.privateKey$/.exec(at)
  if (peer)
    return (
      <Tool
        label={t('inboundForm.newPair')}
        run={async () => {
          const { privateKey, publicKey } = await api.call(endpoints.realityKeys)
          write({ [at]: paddedKey(privateKey), [`${peer[1]}.publicKey`]: paddedKey(publicKey) })(
            latest.current,
          )
        }}
      />
    )
  if (cell.protocol === 'vless' && at === 'settings.decryption') return <VlessEncryption />
  return null
}
