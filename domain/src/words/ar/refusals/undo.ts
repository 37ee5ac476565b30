import type { undo as english } from '#domain/refusals/undo.ts'
import type { Refused } from '../../files.ts'

export const undo: Refused<typeof english> = {
  'undo.missing': 'لا يمكن التراجع عن الإجراء {id}: إما أنه قديم جدًا أو أن الرقم خاطئ. راجع صفحة النشاط.',
  'undo.inbounds-changed': 'لم يتم التراجع عن شيء: صُفّرت المداخل أو حُذفت منذ ذلك الحين.',
  'undo.some-inbounds-changed':
    'لم يتم التراجع عن شيء: صُفّرت مداخل أو حُذفت منذ ذلك الحين ({who}). يمكن إرجاع الأخرى ({others}) بدونها.',
  'undo.inbound-reset': 'صُفّر المدخل من جديد منذ ذلك الحين.',
  'undo.inbound-deleted': 'حُذف المدخل منذ ذلك الحين.',
  'undo.done': 'تم التراجع عن هذا من قبل.',
  'undo.changed':
    'لم يتم التراجع عن شيء: تغيّر {count} من العملاء منذ ذلك الحين ({who}). يمكن إرجاع الآخرين ({others}) بدونهم.',
  'undo.deletes': 'لم يتم التراجع بعد: سيحذف هذا {count} من العملاء. أكّد ذلك أولًا.',
  'undo.deletes-others':
    'لم يتم التراجع عن شيء: استُخدم أو تغيّر {left} من العملاء منذ ذلك الحين ({who}) وسيبقون. التراجع يحذف الآخرين ({count}).',
  'undo.all-changed': 'لم يتم التراجع عن شيء: تغيّر العملاء منذ ذلك الحين ({who}). عدّلهم بدلاً من ذلك.',
  'undo.client-gone': 'حُذف العميل منذ ذلك الحين.',
  'undo.client-used': 'استُخدم العميل منذ ذلك الحين.',
  'undo.client-edited': 'عُدّل العميل منذ ذلك الحين: {fields}.',
  'undo.counters-set': 'صُفّرت حركة بيانات العميل أو ضُبطت من جديد منذ ذلك الحين.',
  'undo.inbound-gone': 'حُذف منذ ذلك الحين وارد كان العميل مرتبطًا به.',
  'undo.client-back': 'أُنشئ عميل بهذا الاسم من جديد.',
  'version.changed': 'حفظ شخص آخر هذا بعد أن فتحته. أعد تحميله ثم احفظ تغييراتك.',
}
