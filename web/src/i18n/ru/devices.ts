import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Устройства этой подписки',
  'device.none':
    'Устройств пока нет. Они записываются, если у клиента или его группы есть лимит устройств или у каждого устройства свой ключ.',
  'device.first': 'впервые {when}',
  'device.last': 'последний раз {when}',
  'device.unknown': 'Неизвестное устройство',
  'device.forget': 'Забыть',
  'device.forgetTitle': 'Удалить {device}? Место освободится, и позже устройство сможет занять его снова.',
  'device.forgetAll': 'Забыть все',
  'device.forgetAllTitle': 'Забыть все устройства клиента {email}? Блокировка тоже снимется.',
  'device.revoke': 'Отозвать',
  'device.revokeTitle':
    'Отозвать ключ устройства {device}? Оно отключится сейчас и получит новый ключ при следующем обновлении подписки.',
  'device.block': 'Заблокировать',
  'device.unblock': 'Разблокировать',
  'device.blocked': 'Заблокировано',
}
