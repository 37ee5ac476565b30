import type { directory as english } from '#domain/refusals/directory.ts'
import type { Refused } from '../../files.ts'

export const directory: Refused<typeof english> = {
  'directory.no-host': 'Escribe la dirección del servidor de directorio.',
  'directory.no-base': 'Escribe el Base DN: la parte del directorio donde buscar.',
  'directory.bind-refused': 'El directorio rechazó el Bind DN o su contraseña.',
  'directory.unreachable': 'No se puede llegar al directorio en {host}: {reason}.',
  'directory.certificate':
    'El certificado de {host} no es de confianza: {reason}. Indica el archivo de tu CA o corrige el servidor.',
  'directory.ca-unreadable': 'No se puede leer el archivo de CA {file}: {reason}.',
  'directory.too-slow': 'El directorio no respondió en {seconds} segundos. No se cambió a nadie.',
  'directory.too-much':
    'El directorio envió más datos de los que tiene una lista de personas, así que no se cambió ningún cliente. Limita el filtro o el Base DN.',
  'directory.too-large': 'El directorio encontró más de {max} personas. Limita el filtro o el Base DN.',
  'directory.search-failed': 'El directorio rechazó la búsqueda: {reason}.',
  'directory.empty':
    'El directorio no encontró a nadie, así que no se cambió a nadie. Revisa el filtro, el Base DN y el atributo.',
  'directory.no-inbounds':
    'Los clientes nuevos necesitan una entrada. Introduce las etiquetas de sus entradas.',
  'directory.tags-unknown': 'Ninguna entrada tiene la etiqueta {tags}.',
  'directory.held-shrunk':
    'El directorio encontró {people} personas, y antes {before}. Confírmalo si es correcto.',
  'directory.held-many': 'Cambiaría {count} clientes a la vez, más de {most}. Confírmalo si es correcto.',
  'directory.held-share':
    'Cambiaría {count} de {all} clientes a la vez, más del {percent} %. Confírmalo si es correcto.',
  'directory.nothing-held': 'No hay cambios pendientes de confirmación.',
  'directory.plan-changed':
    'El directorio ha cambiado desde que se mostraron estos cambios. Revisa la lista nueva y confírmala.',
}
