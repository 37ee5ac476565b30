import type { devices as english } from '../en/devices.ts'
import type { Words } from '../files.ts'

export const devices: Words<typeof english> = {
  'device.title': 'Dispositivos de esta suscripción',
  'device.none':
    'No se ha registrado ningún dispositivo. Se registran mientras el cliente o su grupo tenga un límite de dispositivos.',
  'device.first': 'visto por primera vez {when}',
  'device.last': 'visto {when}',
  'device.unknown': 'Dispositivo desconocido',
  'device.forget': 'Olvidar',
  'device.forgetTitle':
    '¿Olvidar {device}? Su lugar queda libre; volverá a ocupar uno con su próxima petición.',
  'device.forgetAll': 'Olvidar todos',
  'device.forgetAllTitle': '¿Olvidar todos los dispositivos de {email}? Los bloqueados dejan de estarlo.',
  'device.block': 'Bloquear',
  'device.unblock': 'Desbloquear',
  'device.blocked': 'Bloqueado',
}
