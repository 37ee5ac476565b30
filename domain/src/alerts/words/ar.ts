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
    message: 'اتصل {email}. تنتهي مدته في {expiryTime}.',
  },
  'client.ip-limit': {
    title: 'يستخدم أحد العملاء عناوين IP أكثر من المسموح',
    message: 'يمكن لـ {email} استخدام {limit} في الوقت نفسه. العناوين الزائدة: {addresses}.',
  },
  'client.device-limit': {
    title: 'يستخدم أحد العملاء أجهزة كثيرة',
    message: 'يمكن لـ {email} استخدام {limit} من الأجهزة. رُفض جهاز آخر.',
  },
  'group.ended': {
    title: 'انتهت مدة مجموعة أو حصتها',
    message: 'انتهت مدة المجموعة {group} أو حصتها المشتركة. عدد العملاء المتأثرين: {clients}.',
  },
  'node.down': { title: 'إحدى العقد غير متصلة', message: 'العقدة {node} لا تستجيب: {reason}.' },
  'node.up': { title: 'عادت إحدى العقد إلى الاتصال', message: 'العقدة {node} تستجيب من جديد.' },
  'core.crashed': { title: 'تعطلت النواة', message: 'توقف Xray على {host}: {reason}.' },
  'core.hung': { title: 'النواة لا تستجيب', message: 'تتم إعادة تشغيل Xray على {host}: {reason}.' },
  'core.updated': { title: 'تم تحديث النواة', message: 'إصدار Xray على {host} هو الآن {version}.' },
  'core.rolled-back': {
    title: 'عادت النواة إلى الإصدار السابق',
    message: 'لم يعمل Xray {version} على {host}، فعاد {previous} إلى العمل: {reason}.',
  },
  'login.success': { title: 'تسجيل دخول جديد', message: 'سجّل {username} الدخول من {address}.' },
  'login.failed': {
    title: 'تسجيل دخول فاشل',
    message: 'حاول أحدهم الدخول باسم {username} من {address}. عدد المحاولات: {count}.',
  },
  'token.created': { title: 'رمز API جديد', message: 'أنشأ {by} الرمز {name}.' },
  'backup.done': { title: 'تم إنشاء نسخة احتياطية', message: '{name}، {sizeBytes}.' },
  'backup.failed': { title: 'فشل النسخ الاحتياطي', message: '{reason}.' },
  'backup.overdue': {
    title: 'تأخر النسخ الاحتياطي',
    message: 'مضت {hours} ساعة على آخر نسخة احتياطية ناجحة.',
  },
  'certificate.expiring': {
    title: 'تنتهي صلاحية شهادة قريبًا',
    message: 'تنتهي صلاحية {name} في {expiryTime}. الأيام المتبقية: {days}.',
  },
  'certificate.failed': { title: 'تعذّر الحصول على شهادة', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'استخدام مرتفع للمعالج',
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
    message: 'يتوفر Sluice {version} (المثبّت: {current}). راجع الإعدادات › حول.',
  },
  'panel.updated': { title: 'تم تحديث اللوحة', message: 'إصدار اللوحة على {host} هو الآن {version}.' },
  'panel.update-failed': {
    title: 'فشل تحديث اللوحة',
    message: 'لم يُثبَّت الإصدار {version} على {host}: {reason}.',
  },
  'notice.test': { title: 'إشعار تجريبي', message: 'أرسل {by} هذا الاختبار. تصل الإشعارات إلى هنا.' },
}
