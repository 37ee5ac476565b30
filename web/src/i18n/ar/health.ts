import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': 'فُحص {when}.',
  'health.checkedNow': 'فُحص للتو.',
  'health.again': 'افحص مرة أخرى',
  'health.bad': 'يحتاج إلى إصلاح',
  'health.warn': 'تحذيرات',
  'health.note': 'ملاحظات',
  'health.ok': 'اجتاز الفحص',
  'health.goodTitle': 'لم يُعثر على مشكلات',
  'health.goodText': 'فُحصت المنافذ والشهادات والساعة والنواة وقاعدة البيانات والنسخ الاحتياطية.',
  'health.open': 'فتح {page}',
  'health.openFor': 'فتح {page} من أجل هذا: {sentence}',
  'health.command': 'الأمر',
}
