import type { Block } from '#contract/inbound.ts'
import { ApiError } from '../../api/api-error.ts'
import { useServices } from '../../services.tsx'
import { useDraft } from './draft.tsx'
import { faultOf } from './fault.ts'
import { previewOf } from './previews.ts'
import { isApiRule } from './rule.ts'
import { rulesOf, type Template, withRules } from './template.ts'

/** New ones come first: the first rule that fits decides, and one that is made is meant to be felt. */
function placed(
  rules: readonly Block[],
  rule: Block,
  at: number | undefined,
): { next: Block[]; index: number } {
  if (at !== undefined) return { next: rules.map((old, i) => (i === at ? rule : old)), index: at }
  const index = rules.findLastIndex(isApiRule) + 1
  return { next: [...rules.slice(0, index), rule, ...rules.slice(index)], index }
}

/** Puts a rule into the draft, unless the panel or the core says that this very rule is wrong. */
export function useSaveRule() {
  const { api, queries } = useServices()
  const { template, change } = useDraft()

  async function check(draft: Template, index: number): Promise<void> {
    const mine = (words: string, field = '') => faultOf(words, field, rulesOf(draft)).rule === index
    try {
      const { verdict } = await queries.fetchQuery(previewOf(api, { template: draft }))
      if (verdict !== '' && mine(verdict)) throw new ApiError('refused', verdict)
    } catch (error) {
      // A draft can be written while nobody answers; it is judged again when it is reviewed.
      if (!(error instanceof ApiError) || error.kind !== 'refused') return
      if (mine(error.message, error.field)) throw new ApiError('refused', error.message)
    }
  }

  return async (rule: Block, at?: number): Promise<void> => {
    const { next, index } = placed(rulesOf(template), rule, at)
    const draft = withRules(template, next)
    await check(draft, index)
    change(() => draft)
  }
}
