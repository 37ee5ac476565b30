import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'تعمل هذه اللوحة من الشيفرة المصدرية. للتحديث، أوقفها ونفّذ git pull في مجلدها ثم شغّلها بالأمر npm start.',
  'updates.alone': 'لم تشغّل الخدمةُ هذه اللوحة، فلا يمكنها تحديث نفسها. في حاوية، اسحب صورة أحدث.',
  'updates.noList':
    'لم تُضبط قائمة إصدارات – لا تُجري اللوحة اتصالات خارجية. عيّن رابط قائمة إصدارات للبحث عن التحديثات.',
  'updates.notLooked': 'الإصدار {version}. لم يُبحث عن تحديثات بعد.',
  'updates.newest': 'الإصدار {version} هو الأحدث.',
  'updates.available': 'الإصدار {version} متاح (المثبّت: {current}).',
  'updates.looked': 'آخر تحقق {when}',
  'updates.lookFailed': 'لا يمكن استخدام قائمة الإصدارات',
  'updates.look': 'تحقق الآن',
  'updates.reload': 'إعادة تحميل الصفحة',
  'updates.notStarted': 'لم يبدأ التحديث',
  'updates.start': 'حدّث إلى {version}',
  'updates.going': 'التحديث إلى {to}:',
  'updates.stepDownload': 'جارٍ التنزيل',
  'updates.stepUnpack': 'التحقق وفك الضغط',
  'updates.stepBackup': 'إنشاء نسخة احتياطية',
  'updates.stepHandOver': 'تبديل الإصدار – هذه الصفحة غير متاحة لوقت قصير',
  'updates.stepTrial': 'يعمل الإصدار الجديد ويُراقب دقيقة',
  'updates.done': 'تم التحديث من {from} إلى {to}.',
  'updates.failed': 'فشل التحديث إلى {to} – لم يتغير {from}',
  'updates.rolledBack': 'فشل الإصدار {to} – تمت العودة إلى {from}',
  'updates.planDownload': 'التنزيل: {size}',
  'updates.planBackup': 'تُنشأ نسخة احتياطية أولًا',
  'updates.planTables': 'تُرحَّل قاعدة البيانات؛ وتُستعاد إذا فشل الإصدار الجديد',
  'updates.planNoTables': 'لا تتغير قاعدة البيانات',
  'updates.planCore': 'تواصل النواة العمل – لا ينقطع أحد',
  'updates.planCoreRestarts': 'يُعاد تشغيل النواة – يعيد كل العملاء الاتصال',
  'updates.planTrial': 'عودة تلقائية إذا فشل الإصدار الجديد خلال دقيقة',
}
