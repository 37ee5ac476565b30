import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Dispositivos de esta suscripción',
  'device.none':
    'Aún no hay dispositivos. Se registran mientras el cliente o su grupo tiene un límite de dispositivos, o cada dispositivo tiene su propia clave.',
  'device.first': 'visto por primera vez {when}',
  'device.last': 'visto {when}',
  'device.unknown': 'Dispositivo desconocido',
  'device.forget': 'Olvidar',
  'device.forgetTitle':
    '¿Olvidar {device}? Su lugar queda libre; volverá a ocupar uno con su próxima petición.',
  'device.forgetAll': 'Olvidar todos',
  'device.forgetAllTitle': '¿Olvidar todos los dispositivos de {email}? Los bloqueados dejan de estarlo.',
  'device.revoke': 'Revocar',
  'device.revokeTitle':
    '¿Revocar la clave de {device}? Sus conexiones terminan ahora y recibe una clave nueva cuando vuelva a descargar la suscripción.',
  'device.block': 'Bloquear',
  'device.unblock': 'Desbloquear',
  'device.blocked': 'Bloqueado',
}
