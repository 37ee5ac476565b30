import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Dispositivos de esta suscripción',
  'device.none':
    'Aún no hay dispositivos. Se registran si el cliente o su grupo tiene un límite de dispositivos, o si cada dispositivo tiene su propia clave.',
  'device.first': 'visto por primera vez {when}',
  'device.last': 'visto {when}',
  'device.unknown': 'Dispositivo desconocido',
  'device.forget': 'Olvidar',
  'device.forgetTitle':
    '¿Quitar {device}? Su plaza queda libre; el dispositivo puede volver a ocuparla más tarde.',
  'device.forgetAll': 'Olvidar todos',
  'device.forgetAllTitle': '¿Olvidar todos los dispositivos de {email}? Los bloqueados dejan de estarlo.',
  'device.revoke': 'Revocar',
  'device.revokeTitle':
    '¿Revocar la clave de {device}? Se desconecta ahora y recibe una clave nueva la próxima vez que actualice la suscripción.',
  'device.block': 'Bloquear',
  'device.unblock': 'Desbloquear',
  'device.blocked': 'Bloqueado',
}
