import type { joining as english } from '#domain/refusals/joining.ts'
import type { Refused } from '../../files.ts'

export const joining: Refused<typeof english> = {
  'join.not-one':
    'Esto no es una cadena de unión. Empieza por sluice-join: y la imprime «sluice node invite» en el nodo.',
  'join.damaged':
    'La cadena de unión está dañada: falta una parte o ha cambiado. Copia de nuevo la línea completa.',
  'join.other-version':
    'Esta cadena de unión la creó otra versión de Sluice (v{version}). Actualiza este panel o introduce la dirección y el token.',
  'adoption.node-disabled': 'El nodo está desactivado. Actívalo para ver lo que tiene.',
  'adoption.already-here': 'Ya pertenece a este panel.',
  'adoption.being-removed': 'Este panel lo ha eliminado y lo está quitando del nodo.',
  'adoption.inbound-stays': 'Ninguna de sus entradas pasa a este panel.',
  'adoption.not-chosen': 'No se eligió y se queda en el nodo.',
  'adoption.not-there': 'El nodo ya no lo tiene.',
  'adoption.on-its-node': 'Funciona en un nodo de ese nodo.',
  'adoption.protocol-stays': 'Este panel no coloca entradas {protocol} en nodos.',
  'adoption.protocol-unknown': 'Este panel no conoce el protocolo {protocol}.',
  'adoption.tag-wanted':
    'Hay una entrada de este panel con la etiqueta {tag} que debe colocarse en el nodo. Cambia la etiqueta de una de las dos.',
  'adoption.tag-taken':
    'Las entradas de este panel ya usan las etiquetas {tag} y {other}. Cambia una de ellas.',
  'adoption.settings-unknown': 'Este panel no aceptaría sus ajustes: {reason}.',
  'adoption.client-differs':
    'Este panel tiene un cliente con este nombre y otras credenciales ({fields}). Cambia el nombre de uno de los dos.',
  'adoption.client-inconsistent':
    'El nodo tiene credenciales distintas para este cliente en sus entradas. Iguálalas antes en el nodo.',
  'adoption.client-refused': 'Este panel no lo aceptaría: {reason}.',
  'adoption.credential-unusable':
    'Su credencial no es válida en la entrada {tag}. Dale antes una nueva en el nodo.',
  'leave.away':
    'El nodo no responde ({reason}), así que no se puede quitar nada en él. Inténtalo cuando vuelva, o elimínalo y deja todo en él.',
  'leave.unfinished':
    'En el nodo quedan todavía {count} elementos de este panel: {reason}. Inténtalo de nuevo, o elimina el nodo y déjalos en él.',
  'leave.disabled': 'está desactivado.',
  'leave.no-answer': 'no ha dicho por qué.',
  'leave.unknown': 'Elige keep o remove.',
}
