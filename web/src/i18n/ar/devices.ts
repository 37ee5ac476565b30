import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'أجهزة الاشتراك',
  'device.none':
    'لا توجد أجهزة بعد. تُسجَّل الأجهزة إذا كان للعميل أو مجموعته حد للأجهزة، أو كان لكل جهاز مفتاح خاص.',
  'device.first': 'أول ظهور {when}',
  'device.last': 'آخر ظهور {when}',
  'device.unknown': 'جهاز غير معروف',
  'device.forget': 'إزالة',
  'device.forgetTitle': 'إزالة {device}؟ يصبح مكانه شاغرًا، ويمكن للجهاز أن يُسجَّل من جديد لاحقًا.',
  'device.forgetAll': 'إزالة الكل',
  'device.forgetAllTitle': 'إزالة كل أجهزة {email}؟ يُرفع أيضًا الحظر عن المحظورة.',
  'device.revoke': 'إلغاء المفتاح',
  'device.revokeTitle':
    'إلغاء مفتاح {device}؟ ينقطع اتصاله الآن، ويحصل على مفتاح جديد عند تحديث الاشتراك في المرة القادمة.',
  'device.block': 'حظر',
  'device.unblock': 'رفع الحظر',
  'device.blocked': 'محظور',
}
