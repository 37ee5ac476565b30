import { Alert } from '@mantine/core'
import { endpoints, replyOf } from '../../api/endpoints.ts'
import { untilMoved } from '../../api/next-address.ts'
import { useApp } from '../../services.tsx'
import { Button } from '../../ui/button.tsx'
import { useCell } from '../../ui/cell.ts'
import { sayError } from '../../ui/say-error.ts'
import { addressAfter, waitingForRestart } from './restart.ts'
import styles from './settings.module.css'
import type { SettingWords } from './words.ts'

/** Asks, restarts, and navigates to the panel's new address. */
export function useRestart() {
  const { t, api, base, live, queries, questions, toasts } = useApp()
  /** Read anew: right after a save, this page still has the settings from before. */
  async function nextAddress(): Promise<string | undefined> {
    const running = waitingForRestart.get()?.running
    if (!running) return undefined
    const saved = await queries.fetchQuery({ ...replyOf(api, endpoints.setting.all), staleTime: 0 })
    return addressAfter(new URL(location.href), base, running, saved)
  }
  const failed = (error: unknown) =>
    toasts.show({ tone: 'bad', text: t('restart.failed', { reason: sayError(t, error) }) })
  return async () => {
    let next: string | undefined
    try {
      next = await nextAddress()
    } catch (error) {
      return failed(error)
    }
    const text = (
      <>
        <p>{t('restart.text')}</p>
        {next && (
          <p>
            {t('restart.moves')} <bdi>{next}</bdi>
          </p>
        )}
      </>
    )
    if (!(await questions.ask({ title: t('restart.title'), text, verb: t('restart.verb') }))) return
    try {
      await api.call(endpoints.setting.restartPanel)
      waitingForRestart.set(undefined)
      if (next) {
        live.stop() // its socket closes with the old address: that is no lost connection
        await untilMoved(new URL(base, location.href).href, next.replace(/panel\/settings$/, ''))
        location.assign(next)
      } else toasts.show({ tone: 'good', text: t('restart.done') })
    } catch (error) {
      failed(error)
    }
  }
}

/** Saved settings that need a restart. */
export function RestartNotice({ words, onRestart }: { words: SettingWords; onRestart(): void }) {
  const { t } = useApp()
  const waiting = useCell(waitingForRestart)
  if (!waiting) return null
  const names = waiting.keys.map((key) => words.settings[key][0]).join(' · ')
  return (
    <Alert color="orange" role="status" className={styles.notice ?? ''}>
      <div className={styles.noticeLine}>
        <span>{t('restart.waiting', { names })}</span>
        <Button label={t('restart.verb')} size="sm" onClick={onRestart} />
      </div>
    </Alert>
  )
}
