import type { nodeJoin as english } from '../en/node-join.ts'
import type { Words } from '../files.ts'

export const nodeJoin: Words<typeof english> = {
  'join.string': 'سلسلة الانضمام',
  'join.stringHint':
    'شغّل «sluice node invite» على ذلك الخادم والصق السطر الذي يطبعه: فيه العنوان والشهادة والرمز معًا. اتركه فارغًا لإدخالها بنفسك.',
  'join.nameHint': 'اتركه فارغًا ليكون العنوان هو الاسم.',
  'join.adopt': 'ضمّ ما عليها',
  'join.adoptOffline': 'العقدة غير متصلة',
  'join.adoptTitle': 'الضمّ من {name}',
  'join.adoptText':
    'المداخل والعملاء الموجودون على هذه العقدة يصيرون جزءًا من هذه اللوحة بمنافذهم وبيانات دخولهم وحركتهم. لا يتغير شيء على العقدة ولا ينقطع أحد.',
  'join.nothing': 'لا شيء للضمّ: كل ما على هذه العقدة يُدار من هنا أو يبقى للعقدة.',
  'join.inbounds': 'المداخل المراد ضمّها',
  'join.clientsOn':
    '{count, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}',
  'join.comeNew':
    '{count, plural, zero {لا عملاء جدد} one {عميل جديد واحد} two {عميلان جديدان} few {# عملاء جدد} many {# عميلًا جديدًا} other {# عميل جديد}}',
  'join.comeKnown':
    '{count, plural, zero {لا عملاء موجودين} one {يُربط عميل موجود واحد} two {يُربط عميلان موجودان} few {يُربط # عملاء موجودين} many {يُربط # عميلًا موجودًا} other {يُربط # عميل موجود}}',
  'join.changes': '{email}: إعدادات هذه اللوحة تحل محل إعدادات العقدة ({fields}).',
  'join.stays': 'يبقى للعقدة',
  'join.more':
    '{count, plural, zero {لا مزيد} one {وواحد آخر} two {واثنان آخران} few {و# أخرى} many {و# أخرى} other {و# أخرى}}',
  'join.adoptVerb': 'ضمّ',
  'join.later': 'ليس الآن',
  'join.adopted':
    'ضُمّ {inbounds, plural, zero {لا مداخل} one {مدخل واحد} two {مدخلان} few {# مداخل} many {# مدخلًا} other {# مدخل}} و{clients, plural, zero {لا عملاء} one {عميل واحد} two {عميلان} few {# عملاء} many {# عميلًا} other {# عميل}}',
  'join.skipped':
    '{count, plural, zero {لم يُتخطَّ شيء} one {تُخطّي عنصر واحد} two {تُخطّي عنصران} few {تُخطّيت # عناصر} many {تُخطّي # عنصرًا} other {تُخطّي # عنصر}}: {reason}',
  'join.leaveTitle': 'حذف {name}؟',
  'join.leaveEmpty':
    'لا مدخل لهذه اللوحة على هذه العقدة. مداخل العقدة وعملاؤها تبقى هناك وتستمر في العمل؛ يُحذف هنا عنوانها ورمزها فقط.',
  'join.leaveText':
    '{count, plural, zero {لا مداخل لهذه اللوحة على العقدة.} one {على العقدة مدخل واحد لهذه اللوحة. يُحذف من هنا ويبقى عملاؤه هنا مع حركتهم.} two {على العقدة مدخلان لهذه اللوحة. يُحذفان من هنا ويبقى عملاؤهما هنا مع حركتهم.} few {على العقدة # مداخل لهذه اللوحة. تُحذف من هنا ويبقى عملاؤها هنا مع حركتهم.} many {على العقدة # مدخلًا لهذه اللوحة. تُحذف من هنا ويبقى عملاؤها هنا مع حركتهم.} other {على العقدة # مدخل لهذه اللوحة. تُحذف من هنا ويبقى عملاؤها هنا مع حركتهم.}}',
  'join.leaveChoice': 'على العقدة',
  'join.keep': 'تبقى عاملة',
  'join.keepHint': 'تبقى المداخل والعملاء على العقدة كما هي',
  'join.remove': 'إزالة',
  'join.removeHint': 'تُحذف من العقدة أولًا؛ يجب أن تكون العقدة متصلة',
}
