import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'أجهزة هذا الاشتراك',
  'device.none':
    'لا أجهزة بعد. تُسجَّل الأجهزة ما دام للعميل أو لمجموعته حد للأجهزة، أو كان لكل جهاز مفتاحه الخاص.',
  'device.first': 'أول ظهور {when}',
  'device.last': 'آخر ظهور {when}',
  'device.unknown': 'جهاز غير معروف',
  'device.forget': 'نسيان',
  'device.forgetTitle': 'هل تنسى {device}؟ يصبح مكانه شاغرًا، ويأخذ مكانًا من جديد عند طلبه التالي.',
  'device.forgetAll': 'نسيان الكل',
  'device.forgetAllTitle': 'هل تنسى كل أجهزة {email}؟ ويُرفع الحظر عن المحظورة.',
  'device.revoke': 'إلغاء المفتاح',
  'device.revokeTitle':
    'إلغاء مفتاح {device}؟ تنتهي اتصالاته الآن، ويحصل على مفتاح جديد عندما يجلب الاشتراك مرة أخرى.',
  'device.block': 'حظر',
  'device.unblock': 'رفع الحظر',
  'device.blocked': 'محظور',
}
