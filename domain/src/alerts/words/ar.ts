import type { AlertTexts } from '../texts.ts'

export const ar: AlertTexts = {
  'client.expiring': {
    title: 'تنتهي مدة أحد العملاء قريبًا',
    message: 'تنتهي مدة {email} في {expiryTime}. الأيام المتبقية: {days}.',
  },
  'client.running-out': {
    title: 'أوشكت بيانات أحد العملاء على النفاد',
    message: 'بقي لدى {email} مقدار {leftBytes} من {totalBytes}.',
  },
  'client.expired': {
    title: 'انتهت مدة أحد العملاء',
    message: 'انتهت مدة {email} في {expiryTime} وتم تعطيله.',
  },
  'client.depleted': {
    title: 'نفدت بيانات أحد العملاء',
    message: 'استهلك {email} مقدار {totalBytes} وتم تعطيله.',
  },
  'client.first-use': {
    title: 'اتصل أحد العملاء للمرة الأولى',
    message: 'اتصل {email}. تستمر مدته حتى {expiryTime}.',
  },
  'client.ip-limit': {
    title: 'يستخدم أحد العملاء عناوين كثيرة',
    message: 'يمكن لـ {email} استخدام {limit} في الوقت نفسه. العناوين الزائدة: {addresses}.',
  },
  'client.device-limit': {
    title: 'يستخدم أحد العملاء أجهزة كثيرة',
    message: 'يمكن لـ {email} استخدام {limit}. رُفض جهاز آخر.',
  },
  'group.ended': {
    title: 'انتهت مجموعة',
    message: 'انتهت الحصة المشتركة أو مدة المجموعة {group}. عدد العملاء الذين انتهوا معها: {clients}.',
  },
  'node.down': { title: 'إحدى العقد متوقفة', message: 'العقدة {node} لا تستجيب: {reason}.' },
  'node.up': { title: 'عادت إحدى العقد', message: 'العقدة {node} تستجيب من جديد.' },
  'core.crashed': { title: 'تعطلت النواة', message: 'انتهى Xray على {host}: {reason}.' },
  'core.hung': { title: 'النواة لا تستجيب', message: 'تتم إعادة تشغيل Xray على {host}: {reason}.' },
  'core.updated': { title: 'تم تحديث النواة', message: 'إصدار Xray على {host} هو الآن {version}.' },
  'core.rolled-back': {
    title: 'عادت النواة إلى الإصدار السابق',
    message: 'لم يعمل Xray {version} على {host}، فعاد {previous} إلى العمل: {reason}.',
  },
  'login.success': { title: 'سجّل أحدهم الدخول', message: 'سجّل {username} الدخول من {address}.' },
  'login.failed': {
    title: 'فشل تسجيل دخول',
    message: 'حاول أحدهم الدخول باسم {username} من {address}. عدد المحاولات: {count}.',
  },
  'token.created': { title: 'رمز API جديد', message: 'أنشأ {by} الرمز {name}.' },
  'backup.done': { title: 'تم إنشاء نسخة احتياطية', message: '{name}، {sizeBytes}.' },
  'backup.failed': { title: 'فشل النسخ الاحتياطي', message: '{reason}.' },
  'backup.overdue': {
    title: 'تأخر النسخ الاحتياطي',
    message: 'مضت {hours} ساعة على آخر نسخة احتياطية سليمة.',
  },
  'certificate.expiring': {
    title: 'تنتهي صلاحية شهادة قريبًا',
    message: 'تنتهي صلاحية {name} في {expiryTime}. الأيام المتبقية: {days}.',
  },
  'certificate.failed': { title: 'فشلت شهادة', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'المعالج مشغول',
    message: '{host}: ‏{percent} % خلال الدقيقة الأخيرة. الحد هو {threshold} %.',
  },
  'memory.high': {
    title: 'الذاكرة على وشك الامتلاء',
    message: '{host}: المستخدم {percent} %. الحد هو {threshold} %.',
  },
  'disk.high': {
    title: 'القرص على وشك الامتلاء',
    message: '{host}: المستخدم {percent} %. الحد هو {threshold} %.',
  },
  'outbound.down': { title: 'أحد المخارج متوقف', message: 'لا يصل {tag} إلى عنوان الاختبار.' },
  'outbound.up': { title: 'عاد أحد المخارج', message: 'يصل {tag} إلى عنوان الاختبار من جديد.' },
  'panel.update-available': {
    title: 'يوجد إصدار أحدث',
    message: 'يمكن تثبيت Sluice {version}؛ هذه اللوحة هي {current}. انظر الإعدادات، حول.',
  },
  'panel.updated': { title: 'تم تحديث اللوحة', message: 'إصدار اللوحة على {host} هو الآن {version}.' },
  'panel.update-failed': {
    title: 'فشل تحديث اللوحة',
    message: 'لا يُستخدم الإصدار {version} على {host}: {reason}.',
  },
  'notice.test': { title: 'اختبار', message: 'أرسل {by} هذا الاختبار. تصل الإشعارات إلى هنا.' },
}
