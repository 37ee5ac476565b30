import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '../../i18n/translation.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import styles from './print-cards.module.css'
import type { PrintedCard } from './use-print.tsx'

/** Cards for paper: while they are here they are all that is printed, and the screen does not show them. */
export function PrintCards({ cards, onDone }: { cards: readonly PrintedCard[]; onDone(): void }) {
  useEffect(() => {
    addEventListener('afterprint', onDone)
    const frame = requestAnimationFrame(() => print())
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('afterprint', onDone)
    }
  }, [onDone])
  return createPortal(
    <div className={styles.sheet} data-print-sheet>
      {cards.map((card) => (
        <Card key={card.email} {...card} />
      ))}
    </div>,
    document.body,
  )
}

function Card({ email, code, address, app }: PrintedCard) {
  const { t } = useTranslation()
  return (
    <section className={styles.card} data-print-card={email}>
      <h2 className={styles.name} dir="auto">
        {email}
      </h2>
      <QrCode text={code} label={t('verb.qrOne', { email })} />
      <p>{t(code === address ? 'card.scan' : app === 'wireguard' ? 'card.wireguard' : 'card.app')}</p>
      {address && (
        <p>
          {t('card.address')}
          <code className={styles.address} dir="ltr">
            {address}
          </code>
        </p>
      )}
      <p className={styles.secret}>{t('card.private')}</p>
    </section>
  )
}
