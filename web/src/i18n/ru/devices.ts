import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Устройства подписки',
  'device.none':
    'Устройств пока нет. Они записываются, если у клиента или его группы есть лимит устройств или у каждого устройства свой ключ.',
  'device.first': 'впервые {when}',
  'device.last': 'последний раз {when}',
  'device.unknown': 'Неизвестное устройство',
  'device.forget': 'Удалить',
  'device.forgetTitle': 'Удалить {device}? Место освободится, и позже устройство сможет занять его снова.',
  'device.forgetAll': 'Удалить все',
  'device.forgetAllTitle':
    'Удалить все устройства клиента {email}? Заблокированные также будут разблокированы.',
  'device.revoke': 'Отозвать',
  'device.revokeTitle':
    'Отозвать ключ устройства {device}? Оно отключится сейчас и получит новый ключ при следующем обновлении подписки.',
  'device.block': 'Заблокировать',
  'device.unblock': 'Разблокировать',
  'device.blocked': 'Заблокировано',
}
