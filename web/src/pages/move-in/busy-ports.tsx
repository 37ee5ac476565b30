import { Alert } from '@mantine/core'
import type { MoveInBusyPort, MoveInPlan } from '#contract/move-in-api.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './plan.module.css'

/** Stop it now, and do not start it with the machine; `down` of the others does both. */
const stopCommands = {
  '3x-ui': ['systemctl stop x-ui', 'systemctl disable x-ui'],
  marzban: ['marzban down'],
  pasarguard: ['pasarguard down'],
} as const satisfies Record<MoveInPlan['panel'], readonly string[]>

interface Props {
  panel: MoveInPlan['panel']
  ports: readonly MoveInBusyPort[]
  isBusy: boolean
  onAgain(): void
}

/** The old panel still runs: its ports, and the commands that free them. */
export function BusyPorts({ panel, ports, isBusy, onAgain }: Props) {
  const { t } = useTranslation()
  const commands = stopCommands[panel].join('\n')
  const use = ({ what, tag }: MoveInBusyPort) =>
    what === 'inbound' ? tag : t(what === 'panel' ? 'moveIn.portPanel' : 'moveIn.portSubscriptions')
  return (
    <Alert color="orange">
      <div className={styles.ports}>
        <h2 className="cardTitle">{t('moveIn.portsTitle', { count: ports.length })}</h2>
        <p>{t('moveIn.portsText')}</p>
        <ul>
          {ports.map((port) => (
            <li key={`${port.what} ${port.tag} ${port.port}`}>
              <b dir="ltr">{port.port}</b> · <bdi>{use(port)}</bdi>
              {port.program !== '' && (
                <>
                  {' · '}
                  {t('moveIn.portHeld', { program: port.program })}
                </>
              )}
            </li>
          ))}
        </ul>
        <p>{t('moveIn.portsCommands')}</p>
        <div className={styles.commands}>
          <pre dir="ltr">{commands}</pre>
          <CopyButton text={commands} what={t('moveIn.commands')} />
        </div>
        <div>
          <Button label={t('moveIn.checkAgain')} size="sm" loading={isBusy} onClick={onAgain} />
        </div>
      </div>
    </Alert>
  )
}
