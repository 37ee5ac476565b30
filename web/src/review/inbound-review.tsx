import type { InboundReview } from '#contract/inbound.ts'
import type { Translate } from '../i18n/translation.tsx'
import type { Questions } from '../ui/questions.ts'
import { ChangeList } from './change-list.tsx'

/** What a save of an inbound changes, who has to connect again and which links change; then "Apply". */
export async function askInboundReview(
  questions: Questions,
  t: Translate,
  { changes, more, reconnects, subscriptions }: InboundReview,
): Promise<boolean> {
  const text = (
    <>
      <p>{t('inboundReview.links', { count: subscriptions })}</p>
      <p>{t('inboundReview.accepted')}</p>
      <ChangeList changes={changes} more={more} />
    </>
  )
  const title = t('inboundReview.title')
  return questions.ask({ title, text, verb: t('inboundReview.apply'), online: reconnects })
}
