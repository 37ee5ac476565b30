import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'أجهزة هذا الاشتراك',
  'device.none': 'لم يُسجَّل أي جهاز. تُسجَّل الأجهزة ما دام للعميل أو لمجموعته حد للأجهزة.',
  'device.first': 'أول ظهور {when}',
  'device.last': 'آخر ظهور {when}',
  'device.unknown': 'جهاز غير معروف',
  'device.forget': 'نسيان',
  'device.forgetTitle': 'هل تنسى {device}؟ يصبح مكانه شاغرًا، ويأخذ مكانًا من جديد عند طلبه التالي.',
  'device.forgetAll': 'نسيان الكل',
  'device.forgetAllTitle': 'هل تنسى كل أجهزة {email}؟ ويُرفع الحظر عن المحظورة.',
  'device.block': 'حظر',
  'device.unblock': 'رفع الحظر',
  'device.blocked': 'محظور',
}
