import type { clientToasts as english } from '../en/client-toasts.ts'
import type { Words } from '../files.ts'

export const clientToasts: Words<typeof english> = {
  'action.enabled': 'فُعّل {email}.',
  'action.enabledMany':
    '{count, plural, zero {فُعّل # عميل.} one {فُعّل عميل واحد.} two {فُعّل عميلان.} few {فُعّل # عملاء.} many {فُعّل # عميلًا.} other {فُعّل # عميل.}}',
  'action.disabled': 'عُطّل {email}.',
  'action.disabledMany':
    '{count, plural, zero {عُطّل # عميل.} one {عُطّل عميل واحد.} two {عُطّل عميلان.} few {عُطّل # عملاء.} many {عُطّل # عميلًا.} other {عُطّل # عميل.}}',
  'action.extended': 'مُدّد {email}: {days}.',
  'action.extendedMany':
    '{count, plural, zero {مُدّدت مدة # عميل: {days}.} one {مُدّدت مدة عميل واحد: {days}.} two {مُدّدت مدة عميلين: {days}.} few {مُدّدت مدة # عملاء: {days}.} many {مُدّدت مدة # عميلًا: {days}.} other {مُدّدت مدة # عميل: {days}.}}',
  'action.shortened': 'قُصّرت مدة {email}: {days}.',
  'action.shortenedMany':
    '{count, plural, zero {قُصّرت مدة # عميل: {days}.} one {قُصّرت مدة عميل واحد: {days}.} two {قُصّرت مدة عميلين: {days}.} few {قُصّرت مدة # عملاء: {days}.} many {قُصّرت مدة # عميلًا: {days}.} other {قُصّرت مدة # عميل: {days}.}}',
  'action.limited': '{email}: ضُبطت الحدود.',
  'action.limitedMany':
    '{count, plural, zero {ضُبطت حدود # عميل.} one {ضُبطت حدود عميل واحد.} two {ضُبطت حدود عميلين.} few {ضُبطت حدود # عملاء.} many {ضُبطت حدود # عميلًا.} other {ضُبطت حدود # عميل.}}',
  'action.reset': 'صُفّرت حركة بيانات {email}.',
  'action.resetMany':
    '{count, plural, zero {صُفّرت حركة بيانات # عميل.} one {صُفّرت حركة بيانات عميل واحد.} two {صُفّرت حركة بيانات عميلين.} few {صُفّرت حركة بيانات # عملاء.} many {صُفّرت حركة بيانات # عميلًا.} other {صُفّرت حركة بيانات # عميل.}}',
  'action.attached': 'أُضيف {email} إلى {inbounds}.',
  'action.attachedMany':
    '{count, plural, zero {أُضيف # عميل إلى {inbounds}.} one {أُضيف عميل واحد إلى {inbounds}.} two {أُضيف عميلان إلى {inbounds}.} few {أُضيف # عملاء إلى {inbounds}.} many {أُضيف # عميلًا إلى {inbounds}.} other {أُضيف # عميل إلى {inbounds}.}}',
  'action.detached': 'أُزيل {email} من {inbounds}.',
  'action.detachedMany':
    '{count, plural, zero {أُزيل # عميل من {inbounds}.} one {أُزيل عميل واحد من {inbounds}.} two {أُزيل عميلان من {inbounds}.} few {أُزيل # عملاء من {inbounds}.} many {أُزيل # عميلًا من {inbounds}.} other {أُزيل # عميل من {inbounds}.}}',
  'action.grouped': 'نُقل {email} إلى المجموعة {group}.',
  'action.groupedMany':
    '{count, plural, zero {نُقل # عميل إلى المجموعة {group}.} one {نُقل عميل واحد إلى المجموعة {group}.} two {نُقل عميلان إلى المجموعة {group}.} few {نُقل # عملاء إلى المجموعة {group}.} many {نُقل # عميلًا إلى المجموعة {group}.} other {نُقل # عميل إلى المجموعة {group}.}}',
  'action.ungrouped': 'أُزيل {email} من المجموعة.',
  'action.ungroupedMany':
    '{count, plural, zero {أُزيل # عميل من المجموعات.} one {أُزيل عميل واحد من المجموعات.} two {أُزيل عميلان من المجموعات.} few {أُزيل # عملاء من المجموعات.} many {أُزيل # عميلًا من المجموعات.} other {أُزيل # عميل من المجموعات.}}',
  'action.deleted': 'حُذف {email}.',
  'action.deletedMany':
    '{count, plural, zero {حُذف # عميل.} one {حُذف عميل واحد.} two {حُذف عميلان.} few {حُذف # عملاء.} many {حُذف # عميلًا.} other {حُذف # عميل.}}',
  'action.renewed': 'جُدّد {email}: {plan}.',
  'action.renewedMany':
    '{count, plural, zero {جُدّد # عميل} one {جُدّد عميل واحد} two {جُدّد عميلان} few {جُدّد # عملاء} many {جُدّد # عميلًا} other {جُدّد # عميل}}: {plan}.',
  'action.revoked': 'لدى {email} روابط جديدة. لم تعد القديمة تعمل.',
  'action.skipped':
    '{done} {count, plural, zero {تم تخطي #} one {تم تخطي واحد} two {تم تخطي اثنين} few {تم تخطي #} many {تم تخطي #} other {تم تخطي #}}: {reasons}',
}
