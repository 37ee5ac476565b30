import type { policies as english } from '../en/policies.ts'
import type { Words } from '../files.ts'

export const policies: Words<typeof english> = {
  'policy.more': 'السرعة والانتهاء والاستخدام العادل',
  'policy.notSet': 'غير محدد',
  'policy.planText': 'تسري على كل عميل في هذه الباقة، ما لم يكن للعميل أو مجموعته إعداد خاص.',
  'policy.slowHint': '0 = ميغابت واحد في الثانية',
  'policy.fairUse': 'الحصة اليومية',
  'policy.fairUseHint': '0 = لا شيء',
  'policy.fairUseSpeed': 'السرعة بعد تجاوز الحد اليومي حتى منتصف الليل',
  'policy.ipCount': 'ما يعدّه حد IP',
  'policy.ipAddresses': 'العناوين',
  'policy.ipNetworks': 'الشبكات (/24 و/56)',
  'policy.ipGrace': 'مهلة تبديل الشبكة',
  'policy.ipGraceHint':
    'عندما ينتقل العميل إلى شبكة أخرى، لا يُحسب عنوان IP القديم إذا توقف نشاطه خلال هذه المدة.',
  'policy.overIp': 'عند تجاوز حد IP',
  'policy.overIpCut': 'رفض العنوان الجديد',
  'policy.overIpSlow': 'إبطاء العميل',
  'groups.title': 'المجموعات',
  'groups.text':
    'تسري إعدادات المجموعة على كل عضو ليس له إعداد خاص. الحصة وتاريخ الانتهاء مشتركان بين أعضاء المجموعة.',
  'groups.new': 'مجموعة جديدة',
  'groups.name': 'اسم المجموعة',
  'groups.nameMissing': 'أدخل اسم المجموعة.',
  'groups.edit': 'تعديل',
  'groups.quota': 'حصة مشتركة',
  'groups.quotaHint': 'لكل الأعضاء معًا؛ 0 = لا شيء',
  'groups.eachHint': 'لكل عضو؛ 0 = غير محدد',
  'groups.members':
    '{count, plural, zero {# عميل} one {# عميل} two {# عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}',
  'groups.used': 'استُخدم {used} من {total}',
  'groups.until': 'حتى {date}',
  'groups.ended': 'انتهت مدتها أو حصتها',
  'groups.reset': 'تصفير حركة البيانات',
  'groups.resetTitle': 'هل تريد تصفير حركة بيانات كل أعضاء {name}؟',
  'planApply.title': 'تطبيق {name} من جديد',
  'planApply.open': 'تطبيق من جديد',
  'planApply.text':
    'يضبط حصة هذه الباقة وحدودها وتجديدها التلقائي ومجموعتها لكل عميل فيها. لا تتغير تواريخ الانتهاء ولا المداخل.',
  'planApply.who':
    '{clients, plural, zero {لا عميل لديه هذه الخطة (#).} one {لدى # عميل هذه الخطة.} two {لدى # عميلين هذه الخطة.} few {لدى # عملاء هذه الخطة.} many {لدى # عميلًا هذه الخطة.} other {لدى # عميل هذه الخطة.}} {changed, plural, =0 {لا شيء يتغير.} zero {يتغير منهم #:} one {يتغير منهم #:} two {يتغير منهم #:} few {يتغير منهم #:} many {يتغير منهم #:} other {يتغير منهم #:}}',
  'planApply.change': '{field}: من {from} إلى {to}',
  'planApply.examples': 'مثلًا: {names}',
  'planApply.verb': 'تطبيق',
  'refused.title': 'ما رفضه حد IP',
  'refused.none': 'لم يُرفض أي عنوان IP.',
  'refused.cut': 'رُفض',
  'refused.slow': 'أُبطئ العميل',
  'refused.addresses':
    'الحد: {limit, plural, zero {# عنوان} one {# عنوان} two {# عنوانان} few {# عناوين} many {# عنوانًا} other {# عنوان}}',
  'refused.networks':
    'الحد: {limit, plural, zero {# شبكة} one {# شبكة} two {# شبكتان} few {# شبكات} many {# شبكة} other {# شبكة}}',
}
