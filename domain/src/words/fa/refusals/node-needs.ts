import type { nodeNeeds as english } from '#domain/refusals/node-needs.ts'
import type { Refused } from '../../files.ts'

export const nodeNeeds: Refused<typeof english> = {
  'node-need.same-panel': 'گره {name} پنلی است که از پیش اینجا هست.',
  'node-need.certificate': 'گواهی گره {name} مورد اعتماد نیست.',
  'node-need.token': 'گره {name} توکن API خود را نمی‌پذیرد.',
  'node-need.above': 'گره {name} این پنل را مدیریت می‌کند و این پنل آن را.',
  'node-need.offline': 'گره {name} آفلاین است.',
  'node-need.core-down': 'هستهٔ گره {name} در حال اجرا نیست: هیچ‌کس نمی‌تواند از راه آن وصل شود.',
  'node-need.refused': 'گره {name} تغییرها را رد می‌کند ({count}).',
  'node-need.behind': 'گره {name} آنلاین است، اما تغییرها به آن نمی‌رسند ({count}).',
  'node-need.odd': 'گره {name} مشکلی دارد.',
}
