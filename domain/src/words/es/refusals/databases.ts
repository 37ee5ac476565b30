import type { databases as english } from '#domain/refusals/databases.ts'
import type { Refused } from '../../files.ts'

export const databases: Refused<typeof english> = {
  'database.not-ours':
    '{where} no es una base de datos de Sluice; no se cambió nada. Los datos de otro panel entran con una importación.',
  'database.value-unfit':
    '{column} contiene «{value}», que no cabe ahí. Corrige esa fila en el origen e inténtalo de nuevo: no se cambió nada.',
  'database.disk-full':
    'No queda espacio donde se escribe {where}. Libera espacio e inténtalo de nuevo: no se cambió nada.',
  'database.copy-failed': 'No se pudo copiar la base de datos a {where} ({reason}); no se cambió nada.',
  'database.copy-differs':
    'La copia de la tabla {table} en {where} no es igual al original ({written} filas en lugar de {read}); no se cambió nada. Inténtalo de nuevo y revisa el disco si se repite.',
  'database.source-changed':
    'Otro programa escribió en {where} durante la copia; no se cambió nada. Detén ese programa e inténtalo de nuevo.',
}
