import type { review as english } from '../en/review.ts'
import type { Words } from '../files.ts'

export const review: Words<typeof english> = {
  'review.noChange': 'لا يتغير شيء مما تُعطاه النواة.',
  'review.more':
    '{count, plural, zero {# فرق آخر} one {فرق آخر واحد} two {فرقان آخران} few {# فروق أخرى} many {# فرقًا آخر} other {# فرق آخر}}',
  'review.added': 'أُضيف',
  'review.removed': 'أُزيل',
  'review.changed': 'تغيّر',
  'inboundReview.title': 'مراجعة التغييرات',
  'inboundReview.links':
    '{count, plural, zero {لا تتغير روابط أي اشتراك.} one {تتغير روابط اشتراك واحد. يجب أن يحدّثه التطبيق.} two {تتغير روابط اشتراكين. يجب أن تحدّثهما التطبيقات.} few {تتغير روابط # اشتراكات. يجب أن تحدّثها التطبيقات.} many {تتغير روابط # اشتراكًا. يجب أن تحدّثها التطبيقات.} other {تتغير روابط # اشتراك. يجب أن تحدّثها التطبيقات.}}',
  'inboundReview.accepted': 'تقبل النواة هذا الإعداد.',
  'inboundReview.apply': 'تطبيق',
}
