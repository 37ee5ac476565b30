import type { notices as english } from '#domain/refusals/notices.ts'
import type { Refused } from '../../files.ts'

export const notices: Refused<typeof english> = {
  'notice.too-old': 'تعذّر تسليمه خلال ثلاثة أيام فتم التخلي عنه.',
  'notice.outlet-off': 'أُوقف هذا المسار قبل الإرسال.',
  'notice.outlet-unknown': 'لا يوجد مسار باسم {name}. استخدم home أو email أو telegram أو webhook: مع معرّفه.',
  'notice.outlet-not-ready': 'المسار {name} متوقف. شغّله واحفظ إعداداته أولًا.',
  'notice.delivery-missing': 'لا يوجد تسليم كهذا: تُحذف القديمة بعد شهر.',
  'notice.webhook-missing': 'لا يوجد webhook رقم {id}.',
  'notice.webhook-too-many': 'لا يمكن أن يزيد العدد على {max} من webhook. احذف واحدًا أولًا.',
  'notice.webhook-secret': 'استخدم سرًا من 16 إلى 256 حرفًا مرئيًا، أو اتركه فارغًا.',
  'notice.mail-incomplete': 'املأ {missing} أولًا: يحتاج البريد إليه.',
  'notice.mail-address':
    '\u200f{address} ليس عنوان بريد. اكتب عنوانًا مثل me@example.com، وافصل بين العناوين بفواصل.',
  'notice.mail-login': 'لم يقبل خادم البريد {host} اسم المستخدم وكلمة المرور: {answer}.',
  'notice.mail-refused': 'لم يقبل خادم البريد {host} الرسالة: {answer}.',
  'notice.mail-no-tls': 'لا يدعم خادم البريد {host} \u200fSTARTTLS. اختر TLS، أو بلا تشفير في شبكة تثق بها.',
  'notice.mail-no-answer': 'لم يُجب خادم البريد {host} في الوقت المناسب، أو أنه ليس خادم بريد.',
  'setting.time': 'استخدم وقتًا من اليوم مثل 22:30، أو اتركه فارغًا.',
}
