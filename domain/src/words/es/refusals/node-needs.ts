import type { nodeNeeds as english } from '#domain/refusals/node-needs.ts'
import type { Refused } from '../../files.ts'

export const nodeNeeds: Refused<typeof english> = {
  'node-need.same-panel': 'El nodo {name} es un panel que ya está aquí.',
  'node-need.certificate': 'El certificado del nodo {name} no es de confianza.',
  'node-need.token': 'El nodo {name} no acepta su token de API.',
  'node-need.above': 'El nodo {name} gestiona este panel, y este panel lo gestiona a él.',
  'node-need.offline': 'El nodo {name} está desconectado.',
  'node-need.core-down':
    'El núcleo del nodo {name} no está en marcha: nadie puede conectarse a través de él.',
  'node-need.refused': 'El nodo {name} rechaza cambios ({count}).',
  'node-need.behind': 'El nodo {name} está en línea, pero los cambios no le llegan ({count}).',
  'node-need.odd': 'Algo va mal en el nodo {name}.',
}
