import type { updates as english } from '#domain/refusals/updates.ts'
import type { Refused } from '../../files.ts'

export const updates: Refused<typeof english> = {
  'update.from-source':
    'Este panel se ejecuta desde su código fuente y no se actualiza solo. Detenlo, ejecuta "git pull" en su carpeta y arráncalo de nuevo con "npm start".',
  'update.without-parent':
    'Este panel no lo arrancó su servicio, así que nadie puede arrancar otra versión en su lugar. En un contenedor, usa una imagen más nueva; si no, arráncalo con "sluice run".',
  'update.no-list':
    'No hay ninguna lista de versiones configurada, así que no hay dónde buscar una más nueva. Indica una en Ajustes, Acerca de.',
  'update.busy': 'Hay una actualización en curso. Espera a que termine.',
  'update.nothing-newer':
    'No hay ninguna versión más nueva que {version} para esta máquina. No se ha cambiado nada.',
  'update.not-alone':
    'La actualización cambia las tablas de la base de datos, y el panel "{name}" también la usa. Detén primero ese panel y luego actualiza los dos.',
  'update.signature-unreadable':
    'La firma de la lista de versiones no se puede leer, así que la lista no se usa. Inténtalo más tarde o indica otra lista.',
  'update.signature-unknown':
    'La lista de versiones está firmada con una clave que esta versión no conoce, así que no se usa. Indica la lista desde la que se instaló este panel.',
  'update.signature-wrong':
    'La firma de la lista de versiones es incorrecta: se modificó por el camino, así que no se usa. Inténtalo más tarde o indica otra lista.',
  'update.list-unreadable':
    'La lista de versiones está firmada, pero no se puede leer. Inténtalo más tarde o instala la versión nueva a mano.',
  'update.list-old':
    'La lista de versiones es más antigua que la que se leyó antes, así que no se usa. Quien la sirve podría ocultar una actualización: inténtalo más tarde o indica otra lista.',
  'update.no-archive':
    'La versión {version} no tiene un archivo para un procesador {arch}. No se ha cambiado nada.',
  'update.hash-mismatch':
    'El archivo de la versión {version} tiene el SHA-256 {found} y no {expected}, así que no se instala. Inténtalo más tarde.',
  'update.archive-broken':
    'El archivo de la versión nueva está dañado, así que no se instala. Inténtalo de nuevo.',
  'update.archive-escapes':
    'El archivo de la versión nueva contiene el nombre "{name}", que lleva fuera de su carpeta. No se instala.',
  'update.archive-odd':
    'El archivo de la versión nueva contiene "{name}", que no es ni un archivo ni una carpeta. No se instala.',
  'update.archive-too-large':
    'El archivo de la versión nueva ocuparía al descomprimirse más de lo que puede ocupar una versión. No se instala.',
  'update.other-release':
    'El archivo no contiene la versión {version} tal como la describe la lista, así que no se instala. Inténtalo más tarde.',
  'update.not-kept':
    'La base de datos no se pudo copiar antes de cambiar sus tablas, así que la actualización se canceló: {reason}. Libera espacio e inténtalo de nuevo.',
  'update.interrupted':
    'La actualización se interrumpió antes de que arrancara la versión nueva. Iníciala de nuevo.',
  'update.exited': 'La versión nueva terminó con el código {status}.',
  'update.not-ready': 'La versión nueva no estuvo lista en {seconds} segundos.',
  'update.unhealthy': 'La versión nueva arrancó, pero algo no va bien: {reason}.',
  'update.no-answer': 'no responde.',
  'update.core-stopped': 'su núcleo no se ejecuta, aunque antes sí.',
}
