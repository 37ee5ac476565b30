import type { conflict as english } from '../en/conflict.ts'
import type { Words } from '../files.ts'

export const conflict: Words<typeof english> = {
  'conflict.title': 'حفظ شخص آخر هذا أثناء تعديلك',
  'conflict.text': 'تظهر قيمتا كل حقل. اختر القيمة التي تُحفظ.',
  'conflict.theirs': 'المحفوظ: {value}',
  'conflict.mine': 'قيمتك: {value}',
  'conflict.verb': 'حفظ هذه القيم',
  'conflict.on': 'مفعّل',
  'conflict.off': 'معطّل',
}
