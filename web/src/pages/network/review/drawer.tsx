import { useTranslation } from '../../../i18n/translation.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { SideDrawer } from '../../../ui/side-drawer.tsx'
import { useDraft } from '../draft/draft.tsx'
import { ReviewBody } from './body.tsx'
import { useApply } from './use-apply.ts'

/** `?review=1`: what the draft changes, who is affected and what the core says, before anything is stored. */
export function ReviewDrawer() {
  const { t } = useTranslation()
  return (
    <SideDrawer param="review" size={760} title={() => t('shell.reviewTitle')}>
      {(_, close) => <Review onDone={close} />}
    </SideDrawer>
  )
}

function Review({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const { isDirty, template } = useDraft()
  const apply = useApply(onDone)
  // While it slides out there is nothing left to review.
  if (!isDirty && !apply.isSuccess)
    return (
      <EmptyState icon={CheckIcon} title={t('network.reviewNoneTitle')} text={t('network.reviewNoneText')} />
    )
  return (
    <ReviewBody
      asked={{ template }}
      verb={t('network.reviewApply')}
      verbRestart={t('network.reviewApplyRestart')}
      verbLater={t('network.reviewApplyLater')}
      busy={apply.isPending}
      failure={apply.error}
      onApply={apply.mutate}
    />
  )
}
