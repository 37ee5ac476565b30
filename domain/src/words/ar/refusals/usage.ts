import type { usage as english } from '#domain/refusals/usage.ts'
import type { Refused } from '../../files.ts'

export const usage: Refused<typeof english> = {
  'usage.bad-days':
    'اكتب اليوم الأول واليوم الأخير بالصيغة YYYY-MM-DD، ويجب ألا يكون اليوم الأول بعد اليوم الأخير.',
  'usage.too-many-days': 'اختر {max} يومًا على الأكثر.',
}
