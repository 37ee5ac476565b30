import type { nodeNeeds as english } from '#domain/refusals/node-needs.ts'
import type { Refused } from '../../files.ts'

export const nodeNeeds: Refused<typeof english> = {
  'node-need.same-panel': 'العقدة {name} هي لوحة موجودة هنا من قبل.',
  'node-need.certificate': 'شهادة العقدة {name} غير موثوقة.',
  'node-need.token': 'العقدة {name} لا تقبل رمز API الخاص بها.',
  'node-need.above': 'العقدة {name} تدير هذه اللوحة، وهذه اللوحة تديرها.',
  'node-need.offline': 'العقدة {name} غير متصلة.',
  'node-need.core-down': 'نواة العقدة {name} لا تعمل: لا يمكن لأحد الاتصال عبرها.',
  'node-need.refused': 'العقدة {name} ترفض تغييرات ({count}).',
  'node-need.behind': 'العقدة {name} متصلة، لكن التغييرات لا تصل إليها ({count}).',
  'node-need.odd': 'هناك خلل في العقدة {name}.',
}
