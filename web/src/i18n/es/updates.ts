import type { updates as english } from '../en/updates.ts'
import type { Words } from '../files.ts'

export const updates: Words<typeof english> = {
  'updates.fromSource':
    'Este panel se ejecuta desde su código fuente y no se actualiza solo. Detenlo, ejecuta git pull en su carpeta y arráncalo de nuevo con npm start.',
  'updates.alone':
    'Este panel no lo arrancó su servicio, así que no puede reemplazarse. En un contenedor, usa una imagen más nueva.',
  'updates.noList':
    'No hay ninguna lista de versiones configurada: el panel no busca en ningún sitio ni llama a nadie. Indica una lista abajo para saber de versiones más nuevas.',
  'updates.notLooked': 'Esta es la versión {version}. El panel aún no ha buscado una más nueva.',
  'updates.newest': 'Esta es la versión {version}, la más nueva.',
  'updates.available': 'La versión {version} está disponible; esta es la {current}.',
  'updates.looked': 'Última búsqueda: {when}',
  'updates.lookFailed': 'La lista de versiones no se puede usar',
  'updates.look': 'Buscar ahora',
  'updates.reload': 'Recargar la página',
  'updates.notStarted': 'La actualización no se inició',
  'updates.start': 'Actualizar a {version}',
  'updates.going': 'Actualizando a {to}:',
  'updates.stepDownload': 'Descargando la versión nueva',
  'updates.stepUnpack': 'Comprobándola y descomprimiéndola',
  'updates.stepBackup': 'Haciendo una copia de seguridad',
  'updates.stepHandOver': 'La versión nueva toma el relevo; esta página falta un momento',
  'updates.stepTrial': 'La versión nueva está en marcha y se supervisa durante un minuto',
  'updates.done': 'Actualizado de {from} a {to}.',
  'updates.failed': 'La actualización a {to} falló; {from} no se tocó',
  'updates.rolledBack': 'La versión {to} no funcionó; {from} ha vuelto',
  'updates.planDownload': 'Descarga: {size}',
  'updates.planBackup': 'Primero se hace una copia de seguridad',
  'updates.planTables': 'La base de datos cambia; si la versión nueva falla, vuelve a como estaba',
  'updates.planNoTables': 'La base de datos queda como está',
  'updates.planCore': 'El núcleo sigue: nadie se desconecta',
  'updates.planCoreRestarts': 'El núcleo se reinicia: todos se reconectan',
  'updates.planTrial': 'Si la versión nueva falla en un minuto, esta vuelve sola',
}
