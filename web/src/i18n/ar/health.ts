import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': 'فُحص {when}.',
  'health.again': 'افحص مرة أخرى',
  'health.bad': 'يحتاج إلى إصلاح',
  'health.warn': 'تحذيرات',
  'health.note': 'ملاحظات',
  'health.ok': 'اجتاز الفحص',
  'health.isBad': 'مشكلة',
  'health.isWarn': 'تحذير',
  'health.isNote': 'ملاحظة',
  'health.isOk': 'جيد',
  'health.goodTitle': 'لم يُعثر على مشكلات',
  'health.goodText': 'فُحصت المنافذ والشهادات والساعة والنواة وقاعدة البيانات والنسخ الاحتياطية.',
  'health.open': 'فتح',
  'health.openFor': 'فتح الصفحة الخاصة بهذا: {sentence}',
  'health.command': 'الأمر',
}
