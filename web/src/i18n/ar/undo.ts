import type { undo as english } from '../en/undo.ts'
import type { Words } from '../files.ts'

export const undo: Words<typeof english> = {
  'undo.othersTitle':
    'التراجع لـ{count, plural, zero {# عميل آخر} one {عميل آخر واحد} two {عميلين آخرين} few {# عملاء آخرين} many {# عميلًا آخر} other {# عميل آخر}}؟',
  'undo.otherInboundsTitle':
    'التراجع لـ{count, plural, zero {# مدخل آخر} one {مدخل آخر واحد} two {مدخلين آخرين} few {# مداخل أخرى} many {# مدخلًا آخر} other {# مدخل آخر}}؟',
  'undo.othersVerb': 'التراجع عن البقية',
  'undo.verb': 'تراجع',
  'undo.done': 'تم التراجع',
  'undo.deleteTitle':
    'حذف {count, plural, zero {# عميل} one {عميل واحد} two {عميلين} few {# عملاء} many {# عميلًا} other {# عميل}}؟',
  'undo.deleteText': 'التراجع يحذف العملاء الذين أُنشئوا بهذا الإجراء، وتتوقف روابطهم عن العمل.',
  'undo.deleteVerb':
    'حذف {count, plural, zero {# عميل} one {عميل واحد} two {عميلين} few {# عملاء} many {# عميلًا} other {# عميل}}',
}
