import layout from '../../ui/layout.module.css'
import '../../forms/mantine-styles.ts'
import { useEffect } from 'react'
import { useTranslation } from '../../i18n/translation.tsx'
import { useParam } from '../../router/use-location.ts'
import { Page } from '../../ui/page.tsx'
import { DoneStep } from './done-step.tsx'
import { PlanStep } from './plan-step.tsx'
import { SourceStep } from './source-step.tsx'

/** Choose the file, read the plan (`?plan=…`), done (`?done=1`). Each step is in the URL and survives a reload. */
export function MoveInPage() {
  const { t } = useTranslation()
  const plan = useParam('plan')
  const done = useParam('done')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of a step is at its end, and the next begins at the top
  useEffect(() => {
    scrollTo({ top: 0 }) // it returns a promise, which must not become a clean-up function
  }, [plan, done])
  return (
    <Page title={t('moveIn.title')} column={done ? 940 : 720}>
      <div className={layout.column16}>
        {done ? <DoneStep /> : plan ? <PlanStep id={plan} /> : <SourceStep />}
      </div>
    </Page>
  )
}
