import type { policies as english } from '#domain/refusals/policies.ts'
import type { Refused } from '../../files.ts'

export const policies: Refused<typeof english> = {
  'plan.preview-outdated': 'تغيّر عملاء الباقة {name} منذ المعاينة. راجع الفرق مرة أخرى ثم طبّق الباقة.',
}
