import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Устройства этой подписки',
  'device.none':
    'Устройств не замечено. Они учитываются, пока у клиента или его группы есть лимит устройств.',
  'device.first': 'впервые {when}',
  'device.last': 'последний раз {when}',
  'device.unknown': 'Неизвестное устройство',
  'device.forget': 'Забыть',
  'device.forgetTitle':
    'Забыть {device}? Его место освободится, при следующем запросе оно снова займёт место.',
  'device.forgetAll': 'Забыть все',
  'device.forgetAllTitle': 'Забыть все устройства клиента {email}? Блокировка тоже снимется.',
  'device.block': 'Заблокировать',
  'device.unblock': 'Разблокировать',
  'device.blocked': 'Заблокировано',
}
