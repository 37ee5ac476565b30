import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SetupState } from '#contract/setup-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { paths } from '../../paths.ts'
import { useParam } from '../../router/use-place.ts'
import { useServices } from '../../services.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import type { Made } from './make-first.ts'
import { ScanStep } from './scan-step.tsx'
import { SecureStep } from './secure-step.tsx'
import styles from './setup.module.css'
import { WelcomeStep } from './welcome-step.tsx'

/** From an empty panel to a QR code on the screen. The last step is in the URL, so it survives a reload. */
export function SetupPage() {
  const { t } = useTranslation()
  const { api, place, queries } = useServices()
  const email = useParam('c')
  const [done, setDone] = useState<Done>({ made: {}, steps: 3 })
  const state = useQuery({ ...replyOf(api, endpoints.setup.state), staleTime: 0 })

  function finish(name: string, result: Done) {
    queries.setQueryData<SetupState>(keyOf(endpoints.setup.state), (old) => old && { ...old, open: false })
    setDone(result)
    place.setParams({ c: name })
  }
  return (
    <Page title={t('setup.title')} column={520}>
      {email ? (
        <div className={styles.card}>
          <Progress step={done.steps} steps={done.steps} />
          <ScanStep email={email} made={done.made} />
        </div>
      ) : (
        <Loaded query={state}>{(found) => <Wizard found={found} onDone={finish} />}</Loaded>
      )}
    </Page>
  )
}

interface Done {
  made: Made
  steps: number
}

type Step = 'welcome' | 'secure' | 'confirm'

function Wizard({ found, onDone }: { found: SetupState; onDone(email: string, done: Done): void }) {
  const { place } = useServices()
  // As it was when the wizard started: securing the panel must not remove its step.
  const [first] = useState(found)
  const [step, setStep] = useState<Step>('welcome')
  useEffect(() => {
    if (!first.open) place.go(paths.home, 'replace') // it was finished, or skipped
  }, [first.open, place])
  if (!first.open) return null

  const order: Step[] = ['welcome', ...(first.secure ? (['secure'] as const) : []), 'confirm']
  const steps = order.length + 1
  const next = () => setStep(order[order.indexOf(step) + 1] ?? 'confirm')
  return (
    <div className={styles.card}>
      <Progress step={order.indexOf(step) + 1} steps={steps} />
      {step === 'welcome' && <WelcomeStep onNext={next} />}
      {step === 'secure' && <SecureStep username={first.username} onNext={next} />}
      {step === 'confirm' && (
        <ConfirmStep state={first} onDone={(email, made) => onDone(email, { made, steps })} />
      )}
    </div>
  )
}

function Progress({ step, steps }: { step: number; steps: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.progress}>
      <p className={styles.count}>{t('setup.step', { step, steps })}</p>
      <div className={styles.bars} aria-hidden="true">
        {Array.from({ length: steps }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are their own places
          <span key={i} className={styles.bar} data-done={i < step || undefined} />
        ))}
      </div>
    </div>
  )
}
