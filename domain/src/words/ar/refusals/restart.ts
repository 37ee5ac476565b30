import type { restart as english } from '#domain/refusals/restart.ts'
import type { Refused } from '../../files.ts'

export const restart: Refused<typeof english> = {
  'restart.log': 'تغيرت إعدادات السجل: تفتح النواة سجلاتها عند بدئها.',
  'restart.api': 'تغيرت إعدادات API: تفتح النواة واجهتها عند بدئها.',
  'restart.stats': 'تغيرت إعدادات الإحصاءات: تهيئ النواة عداداتها عند بدئها.',
  'restart.metrics': 'تغيرت إعدادات المقاييس: تفتح النواة صفحة مقاييسها عند بدئها.',
  'restart.policy': 'تغيرت السياسة: تقرأ النواة المهل والمخازن عند بدئها.',
  'restart.dns': 'تغيرت إعدادات DNS: تبني النواة محللها عند بدئها.',
  'restart.fakedns': 'تغيرت مجموعات DNS الوهمي: تملؤها النواة عند بدئها.',
  'restart.observatory': 'تغير المرصد: تبدأ النواة الفحص عند بدئها.',
  'restart.burst-observatory': 'تغير المرصد الدفعي: تبدأ النواة الفحص عند بدئها.',
  'restart.transport': 'تغيرت إعدادات النقل العامة: تقرؤها النواة عند بدئها.',
  'restart.reverse': 'تغيرت الإعدادات العكسية: تهيئ النواة الجسور والبوابات عند بدئها.',
  'restart.geodata': 'تغيرت إعدادات بيانات geo: تخطط النواة تنزيلاتها عند بدئها.',
  'restart.section': 'تغير القسم {section}: تقرؤه النواة عند بدئها.',
  'restart.domain-strategy': 'تغيرت استراتيجية النطاقات: تقرؤها النواة عند بدئها.',
  'restart.balancer': 'تغير الموازن {tag}: تبني النواة الموازن مرة واحدة.',
  'restart.no-observatory': 'يحتاج موازن إلى مرصد، وليس للنواة العاملة مرصد بعد.',
  'restart.reverse-clients': 'تغير المدخل {tag} وله عملاء عكسيون: كان اتصالهم سيبقى بلا وجهة.',
  'restart.inbound-untagged': 'في القالب مدخل بلا وسم خاص به: أعطه وسمًا أو أعد تشغيل النواة.',
  'restart.outbound-untagged': 'تغير مخرج بلا وسم خاص به: أعط كل مخرج وسمًا أو أعد تشغيل النواة.',
  'restart.refused': 'رفضت النواة تغييرًا: {reason}.',
}
