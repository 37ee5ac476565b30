import type { review as english } from '../en/review.ts'
import type { Words } from '../files.ts'

export const review: Words<typeof english> = {
  'review.noChange': 'Çekirdeğe verilende bir değişiklik yok.',
  'review.more': '{count, plural, other {# fark daha}}',
  'review.added': 'Eklendi',
  'review.removed': 'Kaldırıldı',
  'review.changed': 'Değişti',
  'inboundReview.title': 'Değişiklikleri gözden geçir',
  'inboundReview.links':
    '{count, plural, one {# aboneliğin bağlantıları değişiyor. Uygulamanın aboneliği yenilemesi gerekir.} other {# aboneliğin bağlantıları değişiyor. Uygulamaların abonelikleri yenilemesi gerekir.}}',
  'inboundReview.accepted': 'Çekirdek bu yapılandırmayı kabul ediyor.',
  'inboundReview.apply': 'Uygula',
}
