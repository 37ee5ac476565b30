import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Dispositivos de la suscripción',
  'device.none':
    'Aún no hay dispositivos. Se registran si el cliente o su grupo tiene un límite de dispositivos, o si cada dispositivo tiene su propia clave.',
  'device.first': 'visto por primera vez {when}',
  'device.last': 'visto {when}',
  'device.unknown': 'Dispositivo desconocido',
  'device.forget': 'Quitar',
  'device.forgetTitle':
    '¿Quitar {device}? Su plaza queda libre; el dispositivo puede volver a ocuparla más tarde.',
  'device.forgetAll': 'Quitar todos',
  'device.forgetAllTitle':
    '¿Quitar todos los dispositivos de {email}? También se desbloquean los bloqueados.',
  'device.revoke': 'Revocar',
  'device.revokeTitle':
    '¿Revocar la clave de {device}? Se desconecta ahora y recibe una clave nueva la próxima vez que actualice la suscripción.',
  'device.block': 'Bloquear',
  'device.unblock': 'Desbloquear',
  'device.blocked': 'Bloqueado',
}
