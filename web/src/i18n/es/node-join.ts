import type { nodeJoin as english } from '../en/node-join.ts'
import type { Words } from '../files.ts'

export const nodeJoin: Words<typeof english> = {
  'join.string': 'Cadena de unión',
  'join.stringHint':
    'Ejecuta «sluice node invite» en ese servidor y pega la línea que imprime: contiene la dirección, el certificado y el token. Déjalo en blanco para introducirlos tú.',
  'join.nameHint': 'Déjalo en blanco para usar la dirección.',
  'join.adopt': 'Adoptar',
  'join.adoptOffline': 'el nodo está sin conexión',
  'join.adoptTitle': 'Adoptar de {name}',
  'join.adoptText':
    'Las entradas y los clientes que ya están en este nodo pasan a formar parte de este panel, con sus puertos, credenciales y tráfico. En el nodo no cambia nada y nadie se desconecta.',
  'join.nothing':
    'No hay nada que adoptar: todo lo de este nodo ya se administra aquí o se queda en el nodo.',
  'join.inbounds': 'Entradas que adoptar',
  'join.clientsOn': '{count, plural, =0 {Sin clientes} one {# cliente} many {# clientes} other {# clientes}}',
  'join.comeNew': '{count, plural, one {# cliente nuevo} many {# clientes nuevos} other {# clientes nuevos}}',
  'join.comeKnown':
    '{count, plural, one {# cliente existente se vincula} many {# clientes existentes se vinculan} other {# clientes existentes se vinculan}}',
  'join.changes': '{email}: los ajustes de este panel reemplazan a los del nodo ({fields}).',
  'join.stays': 'Se queda en el nodo',
  'join.more': '{count, plural, one {y # más} many {y # más} other {y # más}}',
  'join.adoptVerb': 'Adoptar',
  'join.later': 'Ahora no',
  'join.adopted':
    'Se adoptaron {inbounds, plural, one {# entrada} many {# entradas} other {# entradas}} y {clients, plural, one {# cliente} many {# clientes} other {# clientes}}',
  'join.skipped':
    '{count, plural, one {# elemento omitido} many {# elementos omitidos} other {# elementos omitidos}}: {reason}',
  'join.leaveTitle': '¿Eliminar {name}?',
  'join.leaveEmpty':
    'No hay ninguna entrada de este panel en este nodo. Las entradas y los clientes propios del nodo se quedan allí y siguen funcionando; aquí solo se borran su dirección y su token.',
  'join.leaveText':
    '{count, plural, one {En este nodo hay # entrada de este panel. Se elimina aquí; sus clientes se quedan aquí con su tráfico.} many {En este nodo hay # entradas de este panel. Se eliminan aquí; sus clientes se quedan aquí con su tráfico.} other {En este nodo hay # entradas de este panel. Se eliminan aquí; sus clientes se quedan aquí con su tráfico.}}',
  'join.leaveChoice': 'En el nodo',
  'join.keep': 'Seguir funcionando',
  'join.keepHint': 'Las entradas y los clientes se quedan en el nodo tal como están',
  'join.remove': 'Quitar',
  'join.removeHint': 'Primero se eliminan en el nodo; el nodo debe estar en línea',
}
