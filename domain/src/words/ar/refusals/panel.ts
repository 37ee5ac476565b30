import type { panel as english } from '#domain/refusals/panel.ts'
import type { Refused } from '../../files.ts'

export const panel: Refused<typeof english> = {
  'other.said': '{reason}',
  'panel.failed': 'حدث خطأ في اللوحة. التفاصيل في سجلها.',
  'panel.stopped': 'أُوقفت اللوحة.',
  'panel.busy-with-strangers': 'اللوحة مشغولة بطلبات من لم يسجلوا الدخول. أعد المحاولة بعد قليل.',
  'storage.disk-full': 'القرص ممتلئ. أفرغ مساحة وأعد المحاولة: لم يُحفظ شيء.',
  'storage.read-only': 'قاعدة البيانات للقراءة فقط. تحقق من أذونات مجلد البيانات: لم يُحفظ شيء.',
  'storage.too-slow': 'تأخرت قاعدة البيانات في الرد. أعد المحاولة بعد قليل: لم يُحفظ شيء.',
  'storage.unreachable': 'قاعدة البيانات لا تستجيب. أعد المحاولة بعد قليل: لم يُحفظ شيء.',
  'not-built.provider': '{name} غير مدمج في هذه اللوحة. أضف مخرج WireGuard الخاص به يدويًا.',
  'certificate.pair-unusable':
    'لا يمكن استخدام الشهادة {cert} والمفتاح {key} ({reason}). حدد زوج PEM متوافقًا أو امسحهما: sluice cert -reset.',
  'certificate.file-unreadable':
    'تعذّرت قراءة الشهادة {file}: {reason}. صحح المسار أو امسحه: sluice cert -reset.',
  'certificate.key-unreadable':
    'تعذّرت قراءة المفتاح الخاص {file}: {reason}. صحح المسار أو امسحه: sluice cert -reset.',
  'certificate.no-such-file': 'لا يوجد ملف كهذا.',
  'certificate.not-a-file': 'ليس ملف شهادة.',
  'certificate.missing': 'لا شهادة في هذا المسار على الخادم.',
  'certificate.not-readable': 'ليس للوحة إذن بقراءة هذا الملف.',
  'certificate.not-given': 'حدد شهادة أو مسارها في certFile.',
  'certificate.invalid': 'هذه ليست شهادة بصيغة PEM أو DER.',
  'target.missing': 'اكتب مضيفًا أو host:port.',
  'target.invalid': '«{target}» ليس مضيفًا ولا host:port.',
  'target.too-many': 'حدد {max} هدفًا على الأكثر في المرة.',
  'target.is-range': 'حدد أسماء لا نطاقًا: لا يمكن فحص {target}.',
  'target.lacks': 'ينقصه: {missing}.',
  'target.lacks-certificate': 'تنقصه شهادة موثوقة لهذا الاسم.',
  'target.lacks-certificate-too': 'ينقصه: {missing} وشهادة موثوقة لهذا الاسم.',
  'target.no-certificate': 'لا يعرض {host} شهادة.',
  'listener.address-invalid':
    '«{address}» ليس عنوان IP للاستماع. استخدم 127.0.0.1 أو 0.0.0.0 أو عنوانًا لهذا الجهاز.',
  'listener.port-taken':
    'المنفذ {port} على {address} مشغول. أوقف ما يستمع عليه أو اختر منفذًا آخر (SLUICE_PORT أو SLUICE_SUB_PORT).',
  'listener.port-needs-rights': 'يحتاج المنفذ {port} صلاحيات ليست لهذا المستخدم. اختر منفذًا فوق 1023.',
  'listener.address-not-here':
    'ليس لهذا الجهاز العنوان {address}. اضبط عنوان الاستماع على أحد عناوينه أو 0.0.0.0.',
  'listener.failed': 'تعذّر الاستماع على {where} ({reason}).',
  'demo.read-only':
    'هذا العرض التجريبي للقراءة فقط من العناوين الأخرى. لإجراء تغيير شغّل نسختك الخاصة باستخدام --demo.',
  'demo.no-core': 'لا تعمل أي نواة في العرض التجريبي. لهذا شغّل اللوحة بدون --demo.',
  'demo.no-network': 'العرض التجريبي لا يتصل بخوادم أخرى. لهذا شغّل اللوحة بدون --demo.',
}
