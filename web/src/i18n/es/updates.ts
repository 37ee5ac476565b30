import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'Este panel se ejecuta desde el código fuente. Para actualizarlo, detenlo, ejecuta git pull en su carpeta y arráncalo con npm start.',
  'updates.alone':
    'Este panel no lo inició su servicio, así que no puede actualizarse. En un contenedor, descarga una imagen más nueva.',
  'updates.noList':
    'No hay lista de versiones configurada: el panel no hace llamadas externas. Indica la URL de una lista para buscar actualizaciones.',
  'updates.notLooked': 'Versión {version}. Aún no se han buscado actualizaciones.',
  'updates.newest': 'La versión {version} está al día.',
  'updates.available': 'La versión {version} está disponible (instalada: {current}).',
  'updates.looked': 'Última comprobación {when}',
  'updates.lookFailed': 'La lista de versiones no se puede usar',
  'updates.look': 'Comprobar ahora',
  'updates.reload': 'Recargar la página',
  'updates.notStarted': 'La actualización no se inició',
  'updates.start': 'Actualizar a {version}',
  'updates.going': 'Actualizando a {to}:',
  'updates.stepDownload': 'Descargando',
  'updates.stepUnpack': 'Verificando y descomprimiendo',
  'updates.stepBackup': 'Creando una copia de seguridad',
  'updates.stepHandOver': 'Cambiando de versión: esta página no estará disponible un momento',
  'updates.stepTrial': 'La versión nueva está en marcha y se supervisa durante un minuto',
  'updates.done': 'Actualizado de {from} a {to}.',
  'updates.failed': 'Error al actualizar a {to}: {from} no ha cambiado',
  'updates.rolledBack': 'La versión {to} falló: se volvió a {from}',
  'updates.planDownload': 'Descarga: {size}',
  'updates.planBackup': 'Primero se crea una copia de seguridad',
  'updates.planTables': 'La base de datos se migra; se restaura si la versión nueva falla',
  'updates.planNoTables': 'Base de datos sin cambios',
  'updates.planCore': 'El núcleo sigue funcionando: nadie se desconecta',
  'updates.planCoreRestarts': 'El núcleo se reinicia: todos los clientes se reconectan',
  'updates.planTrial': 'Vuelta atrás automática si la versión nueva falla en un minuto',
}
