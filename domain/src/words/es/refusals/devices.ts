import type { devices as english } from '#domain/refusals/devices.ts'
import type { Refused } from '../../files.ts'

export const devices: Refused<typeof english> = {
  'device.missing':
    'El cliente {email} no tiene ningún dispositivo con el número {id}. Vuelve a leer la lista.',
  'setting.hosts': 'Usa nombres o direcciones IP sin puerto, separados por comas, o déjalo vacío.',
  'setting.routing-too-long':
    'Las reglas de enrutamiento serían una cabecera de más de {max} caracteres, que los proxies rechazan. Acórtalas.',
  'device.no-key':
    'Este dispositivo de {email} no tiene clave propia. Activa las claves por dispositivo y deja que el dispositivo descargue su suscripción.',
}
