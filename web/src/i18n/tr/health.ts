import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': '{when} denetlendi.',
  'health.checkedNow': 'Az önce denetlendi.',
  'health.again': 'Yeniden denetle',
  'health.bad': 'Düzeltilmeli',
  'health.warn': 'Uyarılar',
  'health.note': 'Notlar',
  'health.ok': 'Sorunsuz',
  'health.goodTitle': 'Sorun bulunmadı',
  'health.goodText': 'Portlar, sertifikalar, saat, çekirdek, veritabanı ve yedekler denetlendi.',
  'health.open': '{page} sayfasını aç',
  'health.openFor': 'Bunun için {page} sayfasını aç: {sentence}',
  'health.command': 'komut',
}
