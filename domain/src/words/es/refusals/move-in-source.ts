import type { moveInSource as english } from '#domain/refusals/move-in-source.ts'
import type { Refused } from '../../files.ts'

export const moveInSource: Refused<typeof english> = {
  'source.missing': 'No existe el archivo {path}. Compruebe la ruta.',
  'source.unreadable': 'No se puede leer el archivo {path} ({reason}). Compruebe su ruta y sus permisos.',
  'source.too-large':
    'El archivo tiene {size} MB. No se lee una base de datos de más de {max} MB: compruebe que es el archivo correcto.',
  'source.no-space':
    'En el disco de la carpeta de datos quedan {free} MB y la importación necesita {needed} MB. Libere espacio: no se cambió nada.',
  'source.not-sqlite':
    'Esto no es una base de datos SQLite. Elija el archivo de la base del otro panel: x-ui.db de 3x-ui, db.sqlite3 de Marzban.',
  'source.damaged':
    'Esta base de datos está dañada o incompleta ({reason}). Cópiela otra vez con el otro panel detenido.',
  'source.busy':
    'Otro programa escribe sin parar en esta base de datos. Detenga el otro panel un momento y vuelva a intentarlo.',
  'source.foreign':
    'Esta base de datos no es de ningún panel que se pueda importar. Elija una de 3x-ui, Marzban o PasarGuard.',
  'source.ours': 'Esta es una base de datos del propio Sluice. Restáurela como copia de seguridad.',
  'source.too-slow': 'La lectura de esta base de datos tardó demasiado y se abandonó. No se cambió nada.',
  'source.computed-columns':
    'La tabla {table} tiene columnas calculadas, que ningún panel crea. El archivo no se lee.',
  'source.too-much':
    'Leer esta base de datos necesita más memoria de la que el panel puede usar. No se cambió nada.',
  'move-in.not-staged': 'La base de datos subida ya no está aquí. Súbala otra vez.',
  'move-in.busy': 'Hay otra importación en curso. Espere a que termine.',
  'move-in.port-held':
    'El puerto {port} lo tiene {holder}, y el panel debe responder ahí. Detenga el otro panel (systemctl stop x-ui) o importe sin los ajustes.',
  'move-in.certificate-left':
    'El certificado {cert} o su clave {key} no se pueden usar en esta máquina: {reason} No queda configurado; hasta que configure uno, HTTPS usa un certificado autofirmado.',
  'move-in.setting-left': 'El valor de {key} no se acepta aquí: {reason} El ajuste conserva su valor.',
  'move-in.settings-clash': 'Los ajustes no se pueden usar juntos: {reason} Importe sin los ajustes.',
}
