import type { policies as english } from '../en/policies.ts'
import type { Words } from '../files.ts'

export const policies: Words<typeof english> = {
  'policy.more': 'السرعة والنهاية والاستخدام العادل',
  'policy.notSet': 'غير محدد',
  'policy.planText': 'تسري على كل من لديه الخطة ما لم يحدد العميل أو مجموعته غير ذلك.',
  'policy.slowHint': '0 = ميغابت واحد في الثانية',
  'policy.fairUse': 'الحصة اليومية',
  'policy.fairUseHint': '0 = لا شيء',
  'policy.fairUseSpeed': 'السرعة بعدها حتى منتصف الليل',
  'policy.ipCount': 'ما يعدّه حد IP',
  'policy.ipAddresses': 'العناوين',
  'policy.ipNetworks': 'الشبكات (/24 و/56)',
  'policy.ipGrace': 'مهلة تبديل الشبكة',
  'policy.ipGraceHint': 'العنوان القديم الذي يسكت بهذه السرعة يترك مكانه للجديد.',
  'policy.overIp': 'فوق حد IP',
  'policy.overIpCut': 'رفض العنوان الجديد',
  'policy.overIpSlow': 'إبطاء العميل',
  'groups.title': 'المجموعات',
  'groups.text': 'ما تحدده المجموعة يسري على كل عضو لم يحدد شيئًا بنفسه. الحصة والنهاية مشتركتان بين الجميع.',
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
  'groups.ended': 'انتهت',
  'groups.reset': 'تصفير حركة البيانات',
  'groups.resetTitle': 'هل تريد تصفير حركة بيانات كل أعضاء {name}؟',
  'planApply.title': 'تطبيق {name} من جديد',
  'planApply.open': 'تطبيق من جديد',
  'planApply.text':
    'تُضبط حصة الخطة وحدودها وتجديدها ومجموعتها لكل من لديه الخطة. تبقى تواريخ الانتهاء والمداخل كما هي.',
  'planApply.who':
    '{clients, plural, zero {لا عميل لديه هذه الخطة (#).} one {لدى # عميل هذه الخطة.} two {لدى # عميلين هذه الخطة.} few {لدى # عملاء هذه الخطة.} many {لدى # عميلًا هذه الخطة.} other {لدى # عميل هذه الخطة.}} {changed, plural, =0 {لا شيء يتغير.} zero {يتغير منهم #:} one {يتغير منهم #:} two {يتغير منهم #:} few {يتغير منهم #:} many {يتغير منهم #:} other {يتغير منهم #:}}',
  'planApply.change': '{field}: من {from} إلى {to}',
  'planApply.examples': 'مثلًا: {names}',
  'planApply.verb': 'تطبيق',
  'refused.title': 'ما رفضه حد IP',
  'refused.none': 'لم يُرفض شيء.',
  'refused.cut': 'رُفض',
  'refused.slow': 'أُبطئ العميل',
  'refused.addresses':
    'الحد: {limit, plural, zero {# عنوان} one {# عنوان} two {# عنوانان} few {# عناوين} many {# عنوانًا} other {# عنوان}}',
  'refused.networks':
    'الحد: {limit, plural, zero {# شبكة} one {# شبكة} two {# شبكتان} few {# شبكات} many {# شبكة} other {# شبكة}}',
}
