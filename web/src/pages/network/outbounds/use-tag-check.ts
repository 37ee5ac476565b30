import { outboundsOf, tagOf, tagProblem } from '#domain/outbounds/template-outbounds.ts'
import { useTranslation } from '../../../i18n/translation.tsx'
import { useDraft } from '../draft/draft.tsx'

/** Why a tag is invalid; tags of subscriptions count as taken. */
export function useTagCheck(): (tag: string, own: string | undefined) => string | undefined {
  const { t } = useTranslation()
  const { template, about } = useDraft()
  return (tag, own) => {
    const others = [...outboundsOf(template).map(tagOf), ...about.subscriptionOutboundTags].filter(
      (o) => o !== own,
    )
    const problem = tagProblem(tag, others)
    return problem && t(problem === 'blank' ? 'outbounds.tagBlank' : 'outbounds.tagTaken')
  }
}
