import type { policies as english } from '#domain/refusals/policies.ts'
import type { Refused } from '../../files.ts'

export const policies: Refused<typeof english> = {
  'plan.preview-outdated': '自预览以来，套餐 {name} 的客户端已发生变化。请重新查看差异，然后再应用该套餐。',
}
