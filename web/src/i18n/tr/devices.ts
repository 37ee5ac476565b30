import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Abonelik cihazları',
  'device.none':
    'Henüz cihaz yok. İstemcinin veya grubunun cihaz sınırı varsa ya da her cihaz kendi anahtarını alıyorsa cihazlar kaydedilir.',
  'device.first': 'ilk görülme {when}',
  'device.last': 'son görülme {when}',
  'device.unknown': 'Bilinmeyen cihaz',
  'device.forget': 'Kaldır',
  'device.forgetTitle': '{device} kaldırılsın mı? Yeri boşalır; cihaz daha sonra yeniden eklenebilir.',
  'device.forgetAll': 'Hepsini kaldır',
  'device.forgetAllTitle':
    '{email} istemcisinin tüm cihazları kaldırılsın mı? Engelli olanların engeli de kalkar.',
  'device.revoke': 'İptal et',
  'device.revokeTitle':
    '{device} anahtarı iptal edilsin mi? Bağlantısı şimdi kesilir ve aboneliği bir sonraki yenileyişinde yeni bir anahtar alır.',
  'device.block': 'Engelle',
  'device.unblock': 'Engeli kaldır',
  'device.blocked': 'Engelli',
}
