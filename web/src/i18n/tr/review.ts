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
  'settingsReview.panelAt':
    'Yeniden başlatmadan sonra panel {address} adresinde olur. Yer imlerini ve betikleri güncelleyin.',
  'settingsReview.panelMoves':
    'Panelin adresi değişecek. Yeniden başlatmadan önce oradan erişebildiğinizden emin olun.',
  'settingsReview.stop':
    '{count, plural, one {# aboneliğin adresi çalışmaz olur. Sahibinin yeni adrese ihtiyacı var.} other {# aboneliğin adresi çalışmaz olur. Sahiplerinin yeni adrese ihtiyacı var.}}',
  'settingsReview.address': 'Yeni abonelik adresleri {address} ile başlar.',
  'settingsReview.restart': 'Panel yeniden başlatılınca uygulanır: {names}. Çekirdek çalışmaya devam eder.',
}
