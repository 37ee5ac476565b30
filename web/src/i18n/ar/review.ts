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
    '{count, plural, zero {لا تتغير روابط أي اشتراك.} one {تتغير روابط اشتراك واحد. على تطبيقه جلبه من جديد.} two {تتغير روابط اشتراكين. على تطبيقيهما جلبهما من جديد.} few {تتغير روابط # اشتراكات. على تطبيقاتها جلبها من جديد.} many {تتغير روابط # اشتراكًا. على تطبيقاتها جلبها من جديد.} other {تتغير روابط # اشتراك. على تطبيقاتها جلبها من جديد.}}',
  'inboundReview.accepted': 'تقبل النواة هذا الإعداد.',
  'inboundReview.apply': 'تطبيق',
}
