import type { backup as english } from '#domain/refusals/backup.ts'
import type { Refused } from '../../files.ts'

export const backup: Refused<typeof english> = {
  'backup.empty-file': 'El archivo está vacío. Elige la copia otra vez.',
  'backup.not-a-backup':
    'Este archivo no es una copia de este panel ni su base de datos. No ha cambiado nada; elige otro archivo.',
  'backup.archive-damaged':
    'La copia está dañada o incompleta. No ha cambiado nada; descarga el archivo otra vez o usa una copia anterior.',
  'backup.manifest-unreadable':
    'No se puede leer el manifiesto de la copia. No ha cambiado nada; usa otra copia.',
  'backup.manifest-lies':
    'La copia no contiene lo que dice su manifiesto: se modificó o está dañada. No ha cambiado nada; usa otra.',
  'backup.too-large':
    'Al descomprimirla, la copia sería mayor de lo que puede ser una base de datos. No se ha descomprimido nada; usa otra.',
  'backup.database-damaged':
    'La base de datos de este archivo está dañada. No ha cambiado nada; usa una copia anterior.',
  'backup.foreign-database':
    'Esta es la base de datos de otro programa. No ha cambiado nada; elige una copia de este panel.',
  'backup.other-panel':
    'Esto parece la base de datos de otro panel. Impórtala: Ajustes, Copia de seguridad, o sluice import-3x-ui.',
  'backup.newer':
    'Esta copia necesita Sluice {version} o posterior. No ha cambiado nada; instala esa versión y luego restáurala.',
  'backup.newer-step':
    'Esta base de datos la escribió un Sluice más nuevo (tiene el paso "{step}"). No ha cambiado nada; instala esa versión y luego restáurala.',
  'backup.passphrase-missing': 'Esta copia está cifrada. Escribe su contraseña.',
  'backup.passphrase-wrong': 'La contraseña no corresponde a esta copia. Compruébala e inténtalo de nuevo.',
  'backup.not-by-passphrase':
    'Este archivo está cifrado para una clave, no con una contraseña. Descífralo antes con age.',
  'backup.too-much-work':
    'Descifrar este archivo necesitaría más memoria de la que permite el panel. Descífralo antes con age.',
  'backup.unknown': 'Esa copia ya no existe. Mira la lista otra vez.',
  'backup.busy': 'Hay otra copia o restauración en curso. Inténtalo de nuevo cuando termine.',
  'backup.not-alone':
    'Otro panel ({name}) funciona sobre esta base de datos. Deténgalo, restaure aquí y vuelva a iniciarlo.',
  'backup.nothing-to-undo': 'No hay ninguna restauración que deshacer.',
  'backup.folder-relative': '"{folder}" no es una ruta completa. Escribe una que empiece por una barra.',
  'backup.folder-unusable':
    'No se pueden guardar copias en {folder} ({reason}). Permite que el panel escriba ahí o elige otra carpeta.',
  'backup.s3-said': 'El almacén rechazó la petición con el estado HTTP {status}: {reason}.',
  'backup.s3-status': 'El almacén rechazó la petición con el estado HTTP {status}. Comprueba su dirección.',
  'backup.s3-odd-answer':
    'El almacén no respondió como un servicio S3. Comprueba su dirección y el nombre del bucket.',
  'backup.s3-incomplete':
    'El destino S3 no está completo: {missing} está vacío. Rellénalo o borra la dirección.',
  'backup.not-compared': 'Esta no es la copia que se comparó. No ha cambiado nada; compárala otra vez.',
  'backup.note-changes': 'Cambios registrados aquí desde esta copia: {count}. Se desharán.',
  'backup.note-older': 'La hizo una versión anterior ({version}) y se pondrá al día.',
  'backup.note-other-panel':
    'La hizo otro panel. Los accesos, certificados y direcciones serán los de aquel panel.',
  'backup.note-address': 'Tras la restauración el panel responde en {address}.',
  'backup.note-certificate':
    'El archivo de certificado {file} no está en esta máquina. Si el panel no puede iniciarse sin él, la restauración se deshace.',
  'backup.not-carried-out':
    'La restauración no se llevó a cabo y no ha cambiado nada. El registro dice por qué.',
}
