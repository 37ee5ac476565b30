import type { preflight as english } from '#domain/refusals/preflight.ts'
import type { Refused } from '../../files.ts'

export const preflight: Refused<typeof english> = {
  'preflight.blocks':
    'لم يُثبَّت Xray {version}، لأن شيئًا يعمل اليوم كان سيتعطل: {reasons}. غيّر ذلك أولًا، أو أرسل force مع التثبيت.',
  'preflight.config-fails': 'يرفض Xray {version} الإعداد: {reason}. العملاء الذين سيفقدون اتصالهم: {count}.',
  'preflight.inbound-fails':
    'لن يعمل المدخل {inbound} في Xray {version}: {reason}. العملاء الذين سيفقدونه: {count} ({names}).',
  'preflight.inbound-fails-idle': 'لن يعمل المدخل {inbound} في Xray {version}: {reason}.',
  'preflight.outbound-fails': 'لن يعمل المخرج {outbound} في Xray {version}: {reason}.',
  'preflight.and-more': '{emails} وآخرون.',
  'preflight.no-answer': 'يتصل العميل ولا يتلقى ردًا عبره.',
  'preflight.no-answer-because': 'لا يتلقى العميل ردًا عبره: {reason}.',
  'preflight.untried-tun': 'لا يمكن تجربة جهاز TUN إلى جانب الجهاز المستخدم.',
  'preflight.untried-no-key': 'لا تملك اللوحة المفتاح الخاص لأي نظير، فلا يمكنها الاتصال كنظير.',
  'preflight.app-core-fails':
    'تمر التطبيقات ذات نواة {core} اليوم عبر {inbounds} ولن تمر في Xray {version}. العملاء الذين يستخدمون هناك تطبيقًا كهذا: {count}.',
  'preflight.reality':
    'سيفشل {count} من العملاء مع {apps} على {inbounds}: اضبط هناك الحد الأدنى لإصدار التطبيق (minClientVer) على 1.0.0.',
  'preflight.reality-one':
    'سيفشل عميل واحد مع {apps} على {inbounds}: اضبط هناك الحد الأدنى لإصدار التطبيق (minClientVer) على 1.0.0.',
  'preflight.reality-now':
    'لا يستطيع العملاء مع {apps} ({count}) الاتصال بـ {inbounds} اليوم أيضًا: اضبط هناك الحد الأدنى لإصدار التطبيق (minClientVer) على 1.0.0.',
  'preflight.reality-nobody':
    'لا تستطيع التطبيقات ذات نواة mihomo أو sing-box الاتصال بـ {inbounds}، ولم يستخدمها أي عميل في آخر 30 يومًا. للسماح لها اضبط هناك الحد الأدنى لإصدار التطبيق (minClientVer) على 1.0.0.',
  'preflight.post-quantum-only':
    'يقبل {inbounds} X25519MLKEM768 فقط، ولا تقدمه التطبيقات القديمة. أضف X25519 إلى منحنياته إن تعذر الاتصال على بعض عملائه ({clients}).',
  'preflight.shadowsocks-none':
    'لا يوجد Shadowsocks بلا تشفير في Xray 26.7.11 وما بعده: اختر تشفيرًا آخر لـ {inbounds}. العملاء عليه: {clients}.',
  'preflight.xhttp-session':
    'لا يعرف Xray قبل 26.6.22 أسماء جلسات XHTTP في {inbounds}: اختر إصدارًا أحدث أو امسحها. العملاء عليه: {clients}.',
  'preflight.private-targets':
    'ابتداءً من Xray 26.5.3 لم يعد {outbounds} يوصل العملاء إلى العناوين الخاصة. أضف إليه finalRules إن احتاجوا إليها.',
  'core.switch-api-silent': 'واجهة API الخاصة به لا ترد.',
  'core.switch-inbound-lost': 'لم يعد المدخل {inbound} يقبل الاتصالات.',
  'core.rolled-back': 'لم يعمل Xray {version}، فعاد Xray {previous} إلى العمل: {reason}.',
  'core.rollback-failed':
    'لم يعمل Xray {version}: {reason}. عاد Xray {previous} إلى مكانه ولا يبدأ هو أيضًا: {why}.',
}
