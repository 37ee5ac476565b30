import type { usage as english } from '#domain/refusals/usage.ts'
import type { Refused } from '../../files.ts'

export const usage: Refused<typeof english> = {
  'usage.bad-days': '请按 YYYY-MM-DD 填写起始日和结束日；起始日不能晚于结束日。',
  'usage.too-many-days': '最多选择 {max} 天。',
}
