import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': '{when} denetlendi.',
  'health.again': 'Yeniden denetle',
  'health.bad': 'Düzeltilmeli',
  'health.warn': 'Uyarılar',
  'health.note': 'Notlar',
  'health.ok': 'Sorunsuz',
  'health.isBad': 'Sorun',
  'health.isWarn': 'Uyarı',
  'health.isNote': 'Not',
  'health.isOk': 'İyi',
  'health.goodTitle': 'Sorun bulunmadı',
  'health.goodText': 'Portlar, sertifikalar, saat, çekirdek, veritabanı ve yedekler denetlendi.',
  'health.open': 'Aç',
  'health.openFor': 'Bunun sayfasını aç: {sentence}',
  'health.command': 'komut',
}
