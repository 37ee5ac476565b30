import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'preflight.try': 'Önce dene',
  'preflight.tryConfirmed': 'Karşılaştırdım: dene',
  'preflight.hint':
    'Deneme kimsenin bağlantısını kesmez: gelen bağlantılar, çalışan çekirdeğin yanında boş portlarda açılır.',
  'preflight.going': 'Tüm gelen ve giden bağlantılar deneniyor…',
  'preflight.fine': 'Bugün çalışan hiçbir şey bozulmaz.',
  'preflight.blocks': 'Bunlar bozulur',
  'preflight.notes': 'Bilmekte yarar var',
  'preflight.parts': 'Denenenler',
  'preflight.connects': 'bir istemci bağlandı',
  'preflight.opens': 'açıldı',
  'preflight.reads': 'kabul edildi',
  'preflight.fails': 'çalışmıyor',
  'preflight.failsNow': 'çalışan sürümde de çalışmıyor',
  'preflight.untried': 'denenmedi',
  'preflight.whole': 'Tüm yapılandırma',
  'preflight.apps': 'Son 30 günde abonelik alan uygulamalar',
  'preflight.anyway': 'Yine de kur',
  'preflight.anywayText': 'Denemenin bulduğu şeyler bozulur.',
}
