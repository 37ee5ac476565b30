import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PrintIcon } from '../../ui/icons.tsx'
import layout from '../../ui/layout.module.css'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './access-panel.module.css'
import { usePrint } from './use-print.tsx'

export interface AccessItem {
  name: string
  kind: string
  text: string
}

interface CodeProps {
  email: string
  item: AccessItem
  /** Of the subscription. */
  address: string | undefined
  /** More buttons. */
  children?: ReactNode
}

/** A large QR code with its buttons. */
export function Code({ email, item, address, children }: CodeProps) {
  const { t } = useTranslation()
  const { print, sheet } = usePrint()
  return (
    <div className={styles.code}>
      <QrCode text={item.text} label={t('access.qr', { name: item.name, email })} size={280} />
      <div className={styles.buttons}>
        <CopyButton wide primary text={item.text} what={item.name} />
        {children}
        <Button
          variant="default"
          leftSection={<PrintIcon size={16} />}
          onClick={() => print([{ email, code: item.text, address }])}
        >
          {t('access.print')}
        </Button>
      </div>
      {sheet}
    </div>
  )
}

interface Props {
  email: string
  items: readonly AccessItem[]
  address: string | undefined
}

/** The code of one of several texts; all of them are listed with a copy button. */
export function Codes({ email, items, address }: Props) {
  const [at, setAt] = useState(0)
  const shown = items[at] ?? items[0]!
  return (
    <>
      <Code email={email} item={shown} address={address} />
      <ul className={styles.list}>
        {items.map((item, i) => (
          <li key={item.text} className={layout.row4}>
            <button type="button" className={styles.pick} aria-pressed={i === at} onClick={() => setAt(i)}>
              <ItemText item={item} />
            </button>
            <CopyButton text={item.text} what={item.name} />
          </li>
        ))}
      </ul>
    </>
  )
}

export function ItemText({ item }: { item: AccessItem }) {
  return (
    <>
      <span className={styles.line}>
        <bdi className={layout.strongName}>{item.name}</bdi>
        <span className={layout.dim82}>{item.kind}</span>
      </span>
      <code className={styles.text} dir="ltr" aria-hidden>
        {item.text}
      </code>
    </>
  )
}
