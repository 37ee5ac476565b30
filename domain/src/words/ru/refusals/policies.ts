import type { policies as english } from '#domain/refusals/policies.ts'
import type { Refused } from '../../files.ts'

export const policies: Refused<typeof english> = {
  'plan.preview-outdated':
    'Клиенты тарифа {name} изменились после предварительного просмотра. Посмотрите разницу ещё раз и затем примените тариф.',
}
