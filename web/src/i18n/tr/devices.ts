import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Bu aboneliğin cihazları',
  'device.none':
    'Hiçbir cihaz kaydedilmedi. Cihazlar, istemcinin veya grubunun cihaz sınırı varken kaydedilir.',
  'device.first': 'ilk görülme {when}',
  'device.last': 'son görülme {when}',
  'device.unknown': 'Bilinmeyen cihaz',
  'device.forget': 'Unut',
  'device.forgetTitle': '{device} unutulsun mu? Yeri boşalır; bir sonraki istekte yeniden yer alır.',
  'device.forgetAll': 'Hepsini unut',
  'device.forgetAllTitle':
    '{email} istemcisinin tüm cihazları unutulsun mu? Engelli olanların engeli de kalkar.',
  'device.block': 'Engelle',
  'device.unblock': 'Engeli kaldır',
  'device.blocked': 'Engelli',
}
