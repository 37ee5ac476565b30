import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'preflight.try': 'جرّبه أولًا',
  'preflight.tryConfirmed': 'قارنته: جرّبه',
  'preflight.hint': 'لا تقطع التجربة اتصال أحد: تُفتح المداخل على منافذ حرة إلى جانب النواة العاملة.',
  'preflight.going': 'تجري تجربة كل مدخل ومخرج…',
  'preflight.fine': 'لن يتعطل شيء مما يعمل اليوم.',
  'preflight.blocks': 'سيتعطل هذا',
  'preflight.notes': 'من المفيد معرفته',
  'preflight.parts': 'ما جرت تجربته',
  'preflight.connects': 'اتصل عميل',
  'preflight.opens': 'فُتح',
  'preflight.reads': 'قُبل',
  'preflight.fails': 'لا يعمل',
  'preflight.failsNow': 'لا يعمل في الإصدار الحالي أيضًا',
  'preflight.untried': 'لم يُجرَّب',
  'preflight.whole': 'الإعداد كله',
  'preflight.apps': 'التطبيقات التي جلبت اشتراكات في آخر 30 يومًا',
  'preflight.anyway': 'ثبّت رغم ذلك',
  'preflight.anywayText': 'سيتعطل ما وجدته التجربة.',
}
