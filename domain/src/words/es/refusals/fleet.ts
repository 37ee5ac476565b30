import type { fleet as english } from '#domain/refusals/fleet.ts'
import type { Refused } from '../../files.ts'

export const fleet: Refused<typeof english> = {
  'fleet.inbound-foreign':
    'El nodo tiene un inbound propio con la etiqueta {tag}. Cambia la etiqueta de uno de los dos.',
  'fleet.client-foreign':
    'El nodo tiene un cliente propio llamado {email}. Cambia el nombre de uno de los dos.',
  'fleet.inbound-not-there': 'Su inbound aún no está en el nodo.',
  'fleet.node-disabled': 'El nodo está desactivado. Recibirá lo que le falta cuando se active.',
  'fleet.not-kept': 'El nodo lo aceptó y sigue mostrando otra cosa: {fields}.',
}
