import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SetupState } from '#contract/setup-api.ts'
import { endpoints } from '../../api/endpoints.ts'
import { keyOf, replyOf } from '../../api/queries.ts'
import { useTranslation } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-place.ts'
import { routes } from '../../routes.tsx'
import { useServices } from '../../services.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { ConfirmStep } from './confirm-step.tsx'
import type { Made } from './make-first.ts'
import { ScanStep } from './scan-step.tsx'
import { SecureStep } from './secure-step.tsx'
import styles from './setup.module.css'
import { WelcomeStep } from './welcome-step.tsx'

/** From an empty panel to a code on the screen (screens.md 5.4). The last step has an address: it survives a reload. */
export function SetupPage() {
  const { t } = useTranslation()
  const { api } = useServices()
  const email = useParam('c')
  const state = useQuery({ ...replyOf(api, endpoints.setupState), staleTime: 0 })
  return (
    <Page title={t('setup.title')}>
      {email ? <Frame step={3} steps={3} made={{}} email={email} /> : null}
      {!email && <Loaded query={state}>{(found) => <Wizard found={found} />}</Loaded>}
    </Page>
  )
}

function Frame({ step, steps, email, made }: { step: number; steps: number; email: string; made: Made }) {
  return (
    <div className={styles.card}>
      <Progress step={step} steps={steps} />
      <ScanStep email={email} made={made} />
    </div>
  )
}

type Step = 'welcome' | 'secure' | 'confirm'

function Wizard({ found }: { found: SetupState }) {
  const { place, queries } = useServices()
  // As it was when the wizard began: securing the panel must not take its step away.
  const [first] = useState(found)
  const [step, setStep] = useState<Step>('welcome')
  const [done, setDone] = useState<{ email: string; made: Made }>()
  useEffect(() => {
    if (!first.open) place.go(routes.home.path, 'replace') // it was finished, or skipped
  }, [first.open, place])
  if (!first.open) return null

  const order: Step[] = ['welcome', ...(first.secure ? (['secure'] as const) : []), 'confirm']
  const steps = order.length + 1
  if (done) return <Frame step={steps} steps={steps} {...done} />
  const finish = (email: string, made: Made) => {
    queries.setQueryData<SetupState>(keyOf(endpoints.setupState), { ...first, open: false })
    setDone({ email, made })
  }
  const next = () => setStep(order[order.indexOf(step) + 1] ?? 'confirm')
  return (
    <div className={styles.card}>
      <Progress step={order.indexOf(step) + 1} steps={steps} />
      {step === 'welcome' && <WelcomeStep onNext={next} />}
      {step === 'secure' && <SecureStep username={first.username} onNext={next} />}
      {step === 'confirm' && <ConfirmStep state={first} onDone={finish} />}
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
