import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useServices } from '../../../services.tsx'
import { CheckIcon, ClientsIcon } from '../../../ui/icons.tsx'
import { planOf, readLast, usePlans, writeLast } from '../../clients/plans.ts'
import styles from './created.module.css'

/** What the dialog of new clients calls typed limits. */
const own = 'own'

interface Props {
  id: number
  name: string
  port: number
  onClose(): void
}

/** The next step after a new inbound: nobody can use it before it has clients. */
export function Created({ id, name, port, onClose }: Props) {
  const { t } = useTranslation()
  const { place } = useServices()
  const plans = usePlans()
  const first = useRef<HTMLButtonElement>(null)
  // The button that had the focus is gone.
  useEffect(() => first.current?.focus(), [])
  function addTo(dialog: 'client' | 'many') {
    const { plan } = readLast()
    // A plan with inbounds of its own would choose those.
    const isBound = plan !== own && planOf(plans, plan).inboundIds.length > 0
    writeLast({ plan: isBound ? own : plan, inboundIds: [id] })
    place.go(`panel/clients?new=${dialog}`)
  }
  return (
    <div className={styles.created}>
      <p className={styles.mark}>
        <CheckIcon size={28} />
      </p>
      <h3 className={styles.title}>{t('inboundForm.created', { name })}</h3>
      <p className={styles.text}>{t('inboundForm.createdText', { port: String(port) })}</p>
      <div className={styles.buttons}>
        <Button ref={first} leftSection={<ClientsIcon size={16} />} onClick={() => addTo('client')}>
          {t('inboundForm.addClient')}
        </Button>
        <Button variant="default" onClick={() => addTo('many')}>
          {t('inboundForm.addClients')}
        </Button>
        <Button variant="subtle" onClick={onClose}>
          {t('inboundForm.later')}
        </Button>
      </div>
    </div>
  )
}
