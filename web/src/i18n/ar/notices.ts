import type { NoticeTexts } from '../files.ts'

export const notices: NoticeTexts = {
  'backup.failed.title': 'فشل النسخ الاحتياطي',
  'backup.failed.message': '{reason}.',
  'backup.overdue.title': 'تأخر النسخ الاحتياطي',
  'backup.overdue.message': 'آخر نسخة سليمة عمرها {hours} ساعة. انظر إلى الإعدادات، النسخ الاحتياطي.',
  'clock.jumped.title': 'قفزت الساعة',
  'clock.jumped.message':
    'قفزت ساعة هذا الخادم {hours} ساعة إلى الأمام. لن يُعطَّل أحد أو يُجدَّد بحسب الوقت حتى تقبل الوقت الجديد (POST /panel/api/traffic/acceptClock) أو تصحح الساعة أو تعيد تشغيل اللوحة.',
  'core.ended.title': 'توقفت النواة',
  'core.ended.message': '{reason}.',
  'core.installed.title': 'ثُبّتت النواة',
  'core.installed.message': 'يجري الآن تشغيل Xray {version}.',
  'core.installing.title': 'تثبيت النواة',
  'core.installing.message': '{step}.',
  'core.no-answer.title': 'النواة لا تستجيب ويجري إعادة تشغيلها',
  'core.no-answer.message': '{reason}.',
  'core.not-installed.title': 'لم تُثبَّت النواة',
  'core.not-installed.message': '{reason}.',
  'core.partly-started.title': 'النواة تعمل، وربما ينقصها بعض المداخل',
  'core.partly-started.message':
    'لم تبدأ النواة بكامل الإعداد، لذا تُضاف المداخل واحدًا تلو الآخر. وما ترفضه يُعاد تجريبه.',
  'core.restarted.title': 'أُعيد تشغيل النواة',
  'core.restarted.message': 'يعيد جميع العملاء الاتصال.',
  'core.stopped.title': 'أُوقفت النواة',
  'core.stopped.message': 'لا يمكن لأحد الاتصال حتى تُشغَّل من جديد.',
  'inbound.not-open.title': 'المدخل {inbound} غير مفتوح',
  'inbound.not-open.message': '{reason}.',
  'ip-limit.exceeded.title': 'عميل يستخدم عناوين أكثر من المسموح',
  'ip-limit.exceeded.message': 'يُسمح لـ {email} بعدد {limit} من العناوين في الوقت نفسه. الزائد: {addresses}.',
  'ip-limit.exceeded-more.title': 'عملاء يستخدمون عناوين أكثر من المسموح',
  'ip-limit.exceeded-more.message':
    'يُسمح لـ {email} بعدد {limit} من العناوين في الوقت نفسه. الزائد: {addresses}. وغيره {more}، أسماؤهم في السجل.',
  'ip-limit.refused.title': 'تُرفض عناوين أحد العملاء',
  'ip-limit.refused.message': 'يُسمح لـ {email} بعدد {limit} من العناوين في الوقت نفسه. الزائد: {addresses}.',
  'ip-limit.refused-more.title': 'تُرفض عناوين عدة عملاء',
  'ip-limit.refused-more.message':
    'يُسمح لـ {email} بعدد {limit} من العناوين في الوقت نفسه. الزائد: {addresses}. وغيره {more}، أسماؤهم في السجل.',
  'outbound.left-out.title': 'مخرج من اشتراك أفشل النواة',
  'outbound.left-out.message': '{tags}: {reason}. تعمل النواة من دونه.',
  'subscription.not-served.title': 'لا تُقدَّم الاشتراكات',
  'subscription.not-served.message': '{reason}.',
}
