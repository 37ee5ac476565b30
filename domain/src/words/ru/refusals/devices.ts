import type { devices as english } from '#domain/refusals/devices.ts'
import type { Refused } from '../../files.ts'

export const devices: Refused<typeof english> = {
  'device.missing': 'У клиента {email} нет устройства с номером {id}. Прочитайте список заново.',
  'setting.hosts': 'Укажите имена или IP-адреса без портов через запятую либо оставьте пустым.',
  'setting.routing-too-long':
    'Правила маршрутизации дали бы заголовок длиннее {max} символов, а такие прокси не пропускают. Сократите их.',
  'device.no-key':
    'У этого устройства клиента {email} нет собственного ключа. Включите ключи для каждого устройства и дайте устройству загрузить подписку.',
}
