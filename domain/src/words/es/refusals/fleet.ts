import type { fleet as english } from '#domain/refusals/fleet.ts'
import type { Refused } from '../../files.ts'

export const fleet: Refused<typeof english> = {
  'fleet.inbound-foreign':
    'El nodo tiene una entrada propia con la etiqueta {tag}. Cambia una de las dos etiquetas.',
  'fleet.client-foreign':
    'El nodo tiene un cliente propio llamado {email}. Cambia el nombre de uno de los dos.',
  'fleet.inbound-not-there': 'La entrada aún no está en el nodo.',
  'fleet.node-disabled': 'El nodo está desactivado. Recibirá lo que le falta cuando se active.',
  'fleet.not-kept': 'El nodo aceptó el cambio, pero sigue mostrando otra cosa: {fields}.',
}
