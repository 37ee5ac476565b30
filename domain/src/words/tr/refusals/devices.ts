import type { devices as english } from '#domain/refusals/devices.ts'
import type { Refused } from '../../files.ts'

export const devices: Refused<typeof english> = {
  'device.missing': '{email} istemcisinin {id} numaralı cihazı yok. Listeyi yeniden okuyun.',
  'setting.hosts': 'Virgülle ayrılmış, portsuz adlar veya IP adresleri kullanın ya da boş bırakın.',
  'setting.routing-too-long':
    'Yönlendirme kuralları {max} karakterden uzun bir başlık olurdu ve vekil sunucular bunu reddeder. Kısaltın.',
  'device.no-key':
    '{email} istemcisinin bu cihazının kendi anahtarı yok. Her cihaz için anahtarı açın ve cihazın aboneliğini almasını bekleyin.',
}
