import type { certificates as english } from '#domain/refusals/certificates.ts'
import type { Refused } from '../../files.ts'

export const certificates: Refused<typeof english> = {
  'certificate.names-missing': 'أدخل نطاقًا أو عنوان IP.',
  'certificate.name-invalid': '‏{name} ليس نطاقًا ولا عنوان IP.',
  'certificate.too-many-names': 'تقبل الشهادة الواحدة {max} اسمًا على الأكثر.',
  'certificate.wildcard-needs-dns': 'لا يمكن إثبات {name} إلا عبر DNS. اختر DNS.',
  'certificate.address-not-by-dns': '‏{name} عنوان. اختر HTTP أو TLS-ALPN.',
  'certificate.unknown': 'لا توجد شهادة رقمها {id}.',
  'certificate.is-busy': 'يجري إصدار هذه الشهادة الآن.',
  'certificate.not-there-yet': 'لم تصدر هذه الشهادة بعد.',
  'certificate.is-revoked': 'هذه الشهادة ملغاة. جدّدها أولًا.',
  'certificate.is-used': 'هذه الشهادة مستخدمة: {where}. اختر شهادة أخرى هناك أولًا.',
  'certificate.not-tls': 'المدخل {name} لا يستخدم TLS، فليست له شهادة.',
  'certificate.too-many': 'تحتفظ اللوحة بعدد {max} شهادة على الأكثر. احذف بعضها أولًا.',
  'certificate.too-many-failures':
    'فشلت {count} مرات في الساعة الأخيرة. أعد المحاولة بعد {minutes} دقيقة: تحظر هيئة الشهادات من يفشل أكثر من ذلك.',
  'certificate.too-often': 'صدرت الشهادة نفسها {count} مرات خلال أسبوع. يمكن إصدار التالية بعد {hours} ساعة.',
  'acme.unreachable': 'يتعذر الوصول إلى هيئة الشهادات {host}: {reason}.',
  'acme.too-slow': 'لم تقرر هيئة الشهادات خلال {minutes} دقيقة.',
  'acme.not-offered': 'لا تتيح هيئة الشهادات طريقة {method} للاسم {name}. اختر طريقة أخرى.',
  'acme.no-short-lived': 'لا تقدم هيئة الشهادات هذه شهادات قصيرة الأجل، ولا تحصل عناوين IP على غيرها.',
  'acme.http-not-reached':
    'تعذر على هيئة الشهادات الوصول إلى {url} على المنفذ 80: {detail}. افتح المنفذ 80 أو اختر TLS-ALPN.',
  'acme.http-other-answer':
    'وصلت هيئة الشهادات إلى {url} لكن برنامجًا آخر أجاب: {detail}. تأكد من أن النطاق يشير إلى هذا الخادم وأن المنفذ 80 ليس لدى برنامج آخر.',
  'acme.tls-not-reached':
    'تعذر على هيئة الشهادات الوصول إلى {name} على المنفذ 443: {detail}. افتح المنفذ 443 أو اختر HTTP.',
  'acme.tls-other-answer':
    'وصلت هيئة الشهادات إلى {name} على المنفذ 443 لكن برنامجًا آخر أجاب: {detail}. اختر HTTP أو حرّر المنفذ 443.',
  'acme.name-not-resolved':
    'تعذر على هيئة الشهادات العثور على عنوان {name}: {detail}. اجعل النطاق يشير إلى هذا الخادم.',
  'acme.record-not-found':
    'لم تجد هيئة الشهادات سجل TXT باسم _acme-challenge.{name}: {detail}. تحقق مما يفعله برنامج DNS.',
  'acme.caa': 'سجل CAA للنطاق لا يسمح بهيئة الشهادات هذه ({name}): {detail}. أضفها إلى السجل.',
  'acme.rate-limited': 'لا تقبل هيئة الشهادات طلبات أخرى حاليًا: {detail}. ستعيد اللوحة المحاولة لاحقًا.',
  'acme.name-rejected': 'لا تصدر هيئة الشهادات شهادات لهذا الاسم: {detail}.',
  'acme.account-binding-needed':
    'تطلب هيئة الشهادات هذه حسابًا خاصًا بها. استخدم هيئة لا تطلبه، مثل Let’s Encrypt.',
  'acme.refused': 'رفضت هيئة الشهادات الطلب: {detail}.',
  'acme.port-taken': 'المنفذ {port} لدى برنامج آخر. عليه أن يمرر طلبات هيئة الشهادات إلى اللوحة.',
  'acme.hook-missing':
    'يحتاج DNS إلى برنامج. ضع في SLUICE_ACME_DNS_HOOK برنامجًا يكتب سجلات TXT ثم شغّل اللوحة من جديد.',
  'acme.hook-failed': 'فشل برنامج DNS: {reason}.',
  'acme.hook-too-slow': 'لم ينته برنامج DNS خلال {seconds} ثانية.',
  'acme.ca-file-unreadable': 'تتعذر قراءة الملف {file} المذكور في SLUICE_ACME_CA_FILE: {reason}.',
}
