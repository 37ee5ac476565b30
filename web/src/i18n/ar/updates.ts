import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'تعمل هذه اللوحة من الشيفرة المصدرية ولا تحدّث نفسها. أوقفها، ونفّذ git pull في مجلدها، ثم شغّلها من جديد بالأمر npm start.',
  'updates.alone': 'لم تشغّل الخدمةُ هذه اللوحة، فلا تستطيع استبدال نفسها. في حاوية استخدم صورة أحدث.',
  'updates.noList':
    'لم تُضبط قائمة إصدارات: لا تبحث اللوحة في أي مكان ولا تتصل بأحد. اذكر قائمة أدناه لتعلم بالإصدارات الأحدث.',
  'updates.notLooked': 'هذا هو الإصدار {version}. لم تبحث اللوحة بعد عن إصدار أحدث.',
  'updates.newest': 'هذا هو الإصدار {version}، وهو الأحدث.',
  'updates.available': 'الإصدار {version} متاح؛ هذا هو {current}.',
  'updates.looked': 'آخر بحث: {when}',
  'updates.lookFailed': 'لا يمكن استخدام قائمة الإصدارات',
  'updates.look': 'ابحث الآن',
  'updates.reload': 'إعادة تحميل الصفحة',
  'updates.notStarted': 'لم يبدأ التحديث',
  'updates.start': 'حدّث إلى {version}',
  'updates.going': 'التحديث إلى {to}:',
  'updates.stepDownload': 'تنزيل الإصدار الجديد',
  'updates.stepUnpack': 'فحصه وفكّه',
  'updates.stepBackup': 'إنشاء نسخة احتياطية',
  'updates.stepHandOver': 'يتولى الإصدار الجديد العمل؛ تغيب هذه الصفحة لحظة',
  'updates.stepTrial': 'يعمل الإصدار الجديد ويُراقب دقيقة',
  'updates.done': 'تم التحديث من {from} إلى {to}.',
  'updates.failed': 'فشل التحديث إلى {to}؛ لم يُمسّ {from}',
  'updates.rolledBack': 'لم يعمل الإصدار {to}؛ عاد {from}',
  'updates.planDownload': 'التنزيل: {size}',
  'updates.planBackup': 'تُنشأ نسخة احتياطية أولًا',
  'updates.planTables': 'تتغير قاعدة البيانات؛ وإن فشل الإصدار الجديد أُعيدت كما كانت',
  'updates.planNoTables': 'تبقى قاعدة البيانات كما هي',
  'updates.planCore': 'تستمر النواة: لا ينقطع أحد',
  'updates.planCoreRestarts': 'تُعاد النواة إلى التشغيل: يعيد الجميع الاتصال',
  'updates.planTrial': 'إذا فشل الإصدار الجديد خلال دقيقة عاد هذا الإصدار بنفسه',
}
