import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { endpoints } from '../../api/endpoints.ts'
import { replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useServices } from '../../services.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { useSayAll } from '../../ui/use-say-coded.ts'
import type { Made } from './make-first.ts'
import styles from './setup.module.css'

/** The QR code, and a note when the phone has connected. */
export function ScanStep({ email, made }: { email: string; made: Made }) {
  const { t } = useTranslation()
  const { api, place } = useServices()
  const links = useQuery(replyOf(api, endpoints.clients.links, { params: { email } }))
  const say = useSayAll(made.noCore?.errorCoded)
  return (
    <>
      <h2 className={styles.title}>{t('setup.scanTitle')}</h2>
      <p className={styles.text}>{t('setup.scanText')}</p>
      <Loaded query={links}>
        {([link = '']) => (
          <div className={styles.scan}>
            <QrCode text={link} label={t('setup.qr', { email })} size={288} />
            <code className={styles.link} dir="ltr" data-link>
              {link}
            </code>
            <CopyButton text={link} what={t('setup.link')} wide />
          </div>
        )}
      </Loaded>
      <FirstConnection email={email} />
      {made.noCore !== undefined && (
        <Alert color="orange" variant="light">
          {t('setup.noCore', { reason: say(made.noCore.errorCoded, made.noCore.errorMsg) })}
        </Alert>
      )}
      {made.target?.outside === false && (
        <Alert color="blue" variant="light">
          {t('setup.standIn')}
        </Alert>
      )}
      <Button size="md" fullWidth onClick={() => place.go(paths.clients)}>
        {t('setup.finish')}
      </Button>
    </>
  )
}

/** The hub sends who is online; also polled, because a tick is five seconds and the user is waiting. */
function FirstConnection({ email }: { email: string }) {
  const { t } = useTranslation()
  const { api } = useServices()
  const online = useQuery({
    ...replyOf(api, endpoints.clients.onlines),
    refetchInterval: ({ state }) => (state.data?.includes(email) ? false : 3_000),
  })
  const connected = online.data?.includes(email) ?? false
  return (
    <p className={styles.first} role="status" data-connected={connected || undefined}>
      {connected && <CheckIcon size={18} />}
      {connected ? t('setup.connected') : t('setup.waiting')}
    </p>
  )
}
