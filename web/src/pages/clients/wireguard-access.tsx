import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { WireguardFiles } from '#contract/clients-api.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useSayCoded } from '../../ui/say-error.ts'
import styles from './access-panel.module.css'
import { Code } from './access-panel.tsx'

type File = WireguardFiles['files'][number]

/** What the WireGuard app reads: the file, or its text as a code. */
export function WireguardAccess({ email, found }: { email: string; found: WireguardFiles }) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const { files } = found
  const shown = files[at] ?? files[0]
  return (
    <div className="stack16" data-wireguard>
      <LeftOut reasons={found.left} />
      {shown && (shown.complete ? <Finished email={email} file={shown} /> : <Unfinished file={shown} />)}
      {files.length > 1 && (
        <ul className="stack6">
          {files.map(({ remark, file, text }, i) => (
            <li key={file} className="row4">
              <button type="button" className={styles.pick} aria-pressed={i === at} onClick={() => setAt(i)}>
                <span className={styles.line}>
                  <bdi className="strongName">{remark}</bdi>
                  <span className="dim82" dir="ltr">
                    {file}
                  </span>
                </span>
              </button>
              <CopyButton text={text} what={remark} />
            </li>
          ))}
        </ul>
      )}
      {shown?.complete && (
        <>
          <details>
            <summary>{t('wireguard.show')}</summary>
            <Text file={shown} />
          </details>
          <p className="dim">{t('wireguard.secret')}</p>
        </>
      )}
    </div>
  )
}

function Finished({ email, file }: { email: string; file: File }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="dim">{t('wireguard.about')}</p>
      <Code
        email={email}
        item={{ name: file.remark, kind: 'WireGuard', text: file.text }}
        address={undefined}
        app="wireguard"
      >
        <SaveButton file={file} />
      </Code>
    </>
  )
}

/** The device has the private key: a code without it is of no use to its app. */
function Unfinished({ file }: { file: File }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="dim">{t('wireguard.needsKey')}</p>
      <Text file={file} />
      <div className={styles.buttons}>
        <CopyButton wide text={file.text} what={file.remark} />
        <SaveButton file={file} />
      </div>
    </>
  )
}

const Text = ({ file }: { file: File }) => (
  <pre className={styles.file} dir="ltr">
    {file.text}
  </pre>
)

function SaveButton({ file }: { file: File }) {
  const { t } = useTranslation()
  return (
    <Button
      label={t('wireguard.save')}
      icon={DownloadIcon}
      primary
      onClick={() => saveFile(file.file, file.text, 'application/octet-stream')}
    />
  )
}

function LeftOut({ reasons }: { reasons: WireguardFiles['left'] }) {
  const say = useSayCoded(reasons[0]?.coded)
  if (reasons.length === 0) return null
  return (
    <Alert color="orange" role="status">
      {reasons.map(({ coded, text }) => (
        <p key={text} dir="auto">
          {say(coded, text)}
        </p>
      ))}
    </Alert>
  )
}
