import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Bu aboneliğin cihazları',
  'device.none':
    'Henüz cihaz yok. İstemcinin veya grubunun cihaz sınırı varken ya da her cihazın kendi anahtarı varken cihazlar kaydedilir.',
  'device.first': 'ilk görülme {when}',
  'device.last': 'son görülme {when}',
  'device.unknown': 'Bilinmeyen cihaz',
  'device.forget': 'Unut',
  'device.forgetTitle': '{device} unutulsun mu? Yeri boşalır; bir sonraki istekte yeniden yer alır.',
  'device.forgetAll': 'Hepsini unut',
  'device.forgetAllTitle':
    '{email} istemcisinin tüm cihazları unutulsun mu? Engelli olanların engeli de kalkar.',
  'device.revoke': 'İptal et',
  'device.revokeTitle':
    '{device} anahtarı iptal edilsin mi? Bağlantıları şimdi sona erer ve aboneliği yeniden aldığında yeni bir anahtar alır.',
  'device.block': 'Engelle',
  'device.unblock': 'Engeli kaldır',
  'device.blocked': 'Engelli',
}
