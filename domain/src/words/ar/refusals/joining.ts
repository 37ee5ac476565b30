import type { joining as english } from '#domain/refusals/joining.ts'
import type { Refused } from '../../files.ts'

export const joining: Refused<typeof english> = {
  'join.not-one': 'هذه ليست سلسلة انضمام. تبدأ بـ sluice-join: ويطبعها «sluice node invite» على العقدة.',
  'join.damaged': 'سلسلة الانضمام تالفة: جزء منها ناقص أو متغيّر. انسخ السطر كاملًا من جديد.',
  'join.other-version':
    'أنشأت هذه السلسلة نسخةٌ أخرى من Sluice (v{version}). حدّث هذه اللوحة أو أدخل العنوان والرمز.',
  'adoption.node-disabled': 'العقدة معطّلة. فعّلها لترى ما عليها.',
  'adoption.already-here': 'يتبع هذه اللوحة بالفعل.',
  'adoption.being-removed': 'حذفته هذه اللوحة وهي تزيله من العقدة.',
  'adoption.inbound-stays': 'لا ينتقل أي من مداخله إلى هذه اللوحة.',
  'adoption.not-chosen': 'لم يُختر ويبقى للعقدة.',
  'adoption.not-there': 'لم يعد على العقدة.',
  'adoption.on-its-node': 'يعمل على عقدة تابعة لتلك العقدة.',
  'adoption.protocol-stays': 'لا تضع هذه اللوحة مداخل {protocol} على العقد.',
  'adoption.protocol-unknown': 'لا تعرف هذه اللوحة البروتوكول {protocol}.',
  'adoption.tag-wanted': 'يُراد وضع مدخل من هذه اللوحة بالوسم {tag} على العقدة. غيّر وسم أحدهما.',
  'adoption.tag-taken': 'لمداخل هذه اللوحة الوسمان {tag} و{other} بالفعل. غيّر أحدهما.',
  'adoption.settings-unknown': 'لا تقبل هذه اللوحة إعداداته: {reason}.',
  'adoption.client-differs': 'في هذه اللوحة عميل بهذا الاسم وببيانات دخول أخرى ({fields}). غيّر اسم أحدهما.',
  'adoption.client-inconsistent':
    'لهذا العميل بيانات دخول مختلفة على مداخل العقدة. اجعلها متطابقة على العقدة أولًا.',
  'adoption.client-refused': 'لا تقبله هذه اللوحة: {reason}.',
  'adoption.credential-unusable': 'بيانات دخوله غير صالحة على المدخل {tag}. غيّرها على العقدة أولًا.',
  'leave.away':
    'العقدة لا تجيب ({reason})، فلا يمكن إزالة شيء منها. أعد المحاولة حين تعود، أو احذفها واترك كل شيء عليها.',
  'leave.unfinished':
    'ما زال على العقدة من هذه اللوحة {count}: {reason}. أعد المحاولة، أو احذف العقدة واتركه عليها.',
  'leave.disabled': 'هي معطّلة.',
  'leave.no-answer': 'لم تذكر السبب.',
  'leave.unknown': 'اختر keep أو remove.',
}
