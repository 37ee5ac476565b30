import type { nodes as english } from '#domain/refusals/nodes.ts'
import type { Refused } from '../../files.ts'

export const nodes: Refused<typeof english> = {
  'node.missing': 'العقدة {id} غير موجودة.',
  'node.name-missing': 'أعطِ العقدة اسمًا.',
  'node.name-taken': 'توجد عقدة باسم {name}. اختر اسمًا آخر.',
  'node.too-many': 'يوجد بالفعل {max} من العقد. احذف واحدة أولًا.',
  'node.address-invalid': '«{address}» ليس اسم مضيف ولا عنوان IP.',
  'node.port-invalid': 'استخدم منفذًا من 1 إلى 65535.',
  'node.path-invalid':
    'لا يحوي المسار الأساسي للعقدة مسافات أو محارف تحكم أو شرطة مائلة عكسية أو ? أو #. اكتبه بالشكل /path/.',
  'node.token-invalid': 'لا يحوي رمز API مسافات ولا محارف تحكم. انسخه من جديد.',
  'node.verify-mode-unknown': 'اختر واحدًا من {values} للحقل tlsVerifyMode.',
  'node.mtls-missing':
    'لا يستخدم Sluice شهادات العميل بين اللوحات. ثبّت شهادة العقدة بدلًا من ذلك (tlsVerifyMode pin).',
  'node.pin-missing': 'أعطِ بصمة SHA-256 للشهادة، أو دع اللوحة تقرؤها.',
  'node.pin-invalid': 'بصمة SHA-256 مؤلفة من 64 رقمًا ست عشريًا.',
  'node.no-tls': 'العقدة التي تعمل بـ http دون تعمية لا تُظهر شهادة. اختر https.',
  'node.has-inbounds': 'على هذه العقدة {count} من المداخل. احذفها أولًا.',
  'node.token-missing': 'ليس للعقدة رمز API. أنشئ رمزًا في إعداداتها وأدخله هنا.',
  'node.token-refused': 'لا يقبل {host} رمز API. أنشئ رمزًا في إعدادات تلك اللوحة وأدخله هنا.',
  'node.no-panel-there':
    'لا توجد لوحة على {host} تحت هذا المسار الأساسي. تحقق من المسار الأساسي في إعدادات تلك اللوحة.',
  'node.not-a-panel': 'يجيب {host}، لكن ليس كما تجيب لوحة. تحقق من العنوان والمنفذ والمسار الأساسي.',
  'node.starting': 'بدأ {host} للتو ولا يعرف حالته بعد. حاول ثانية بعد بضع ثوانٍ.',
  'node.refused': 'رفض {host}: {reason}.',
  'node.cannot-kick':
    'لا تستطيع العقدة {node} إنهاء اتصالات عميل واحد: تعمل عليها لوحة أخرى أو إصدار أقدم. عطّل العميل ثم فعّله من جديد.',
  'node.is-this-panel': 'يقود هذا العنوان إلى هذه اللوحة نفسها. لا تكون اللوحة عقدة لنفسها.',
  'node.same-as-another': 'هذه هي اللوحة نفسها التي للعقدة {name}. تُضاف كل لوحة مرة واحدة.',
  'node.unverified':
    'لا يُتحقق من شهادة هذه العقدة: قد يقرأ أحدٌ بين اللوحتين رمز API. ثبّت الشهادة بدلًا من ذلك.',
  'node.plain-http':
    'يُوصل إلى هذه العقدة بـ http دون تعمية: يستطيع كل من في الطريق قراءة رمز API. استخدم https.',
}
