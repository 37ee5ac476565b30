import type { Block } from '#contract/inbound.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useServices } from '../../../services.tsx'
import { useDraft } from '../draft/draft.tsx'
import { rulesOf, type Template, withRules } from '../draft/template.ts'
import { faultyRule } from '../review/fault.ts'
import { previewOf } from '../review/previews.ts'
import { isApiRule } from './rule.ts'

/** New rules go first: the first match decides, and a new rule should take effect. */
function placed(rules: readonly Block[], made: readonly Block[], at: number | undefined) {
  const index = at ?? rules.findLastIndex(isApiRule) + 1
  const next = [...rules.slice(0, index), ...made, ...rules.slice(at === undefined ? index : index + 1)]
  return {
    next,
    isMine: (rule: number | undefined) => rule !== undefined && rule >= index && rule < index + made.length,
  }
}

/** Adds rules to the draft, unless the panel or the core reports one of them as wrong. */
export function useSaveRule() {
  const { api, queries } = useServices()
  const { template, change } = useDraft()

  async function check(draft: Template, isMine: (rule: number | undefined) => boolean): Promise<void> {
    const mine = (words: string, field = '') => isMine(faultyRule(words, field, rulesOf(draft)))
    try {
      const { verdict } = await queries.fetchQuery(previewOf(api, { template: draft }))
      if (verdict !== '' && mine(verdict)) throw new ApiError('refused', verdict)
    } catch (error) {
      // The draft can be edited offline; it is checked again in the review.
      if (!(error instanceof ApiError) || error.kind !== 'refused') return
      if (mine(error.message, error.field))
        throw new ApiError('refused', error.message, { code: error.code, params: error.params })
    }
  }

  /** `at`: replaces that rule. */
  return async (made: readonly Block[], at?: number): Promise<void> => {
    const { next, isMine } = placed(rulesOf(template), made, at)
    const draft = withRules(template, next)
    await check(draft, isMine)
    change(() => draft)
  }
}
