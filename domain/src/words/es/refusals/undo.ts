import type { undo as english } from '#domain/refusals/undo.ts'
import type { Refused } from '../../files.ts'

export const undo: Refused<typeof english> = {
  'undo.missing':
    'La acción {id} no se puede deshacer: es demasiado antigua o el número es incorrecto. Consulta Actividad.',
  'undo.inbounds-changed': 'No se deshizo nada: las entradas se reiniciaron o eliminaron desde entonces.',
  'undo.some-inbounds-changed':
    'No se ha deshecho nada: hay entradas que se han restablecido de nuevo o eliminado desde entonces ({who}). Las otras {others} se pueden deshacer sin ellas.',
  'undo.inbound-reset': 'La entrada se ha restablecido de nuevo desde entonces.',
  'undo.inbound-deleted': 'La entrada se ha eliminado desde entonces.',
  'undo.done': 'Esto ya se ha deshecho.',
  'undo.changed':
    'No se ha deshecho nada: {count} clientes han cambiado desde entonces ({who}). Los otros {others} se pueden deshacer sin ellos.',
  'undo.deletes': 'Aún no se ha deshecho nada: esto elimina {count} clientes. Confírmalo primero.',
  'undo.deletes-others':
    'No se ha deshecho nada: {left} clientes se han usado o cambiado desde entonces ({who}) y se quedan. Deshacer elimina los otros {count}.',
  'undo.all-changed':
    'No se ha deshecho nada: los clientes han cambiado desde entonces ({who}). Edítalos directamente.',
  'undo.client-gone': 'El cliente se ha eliminado desde entonces.',
  'undo.client-used': 'El cliente se ha usado desde entonces.',
  'undo.client-edited': 'El cliente se ha editado desde entonces: {fields}.',
  'undo.counters-set': 'El tráfico del cliente se ha restablecido o fijado de nuevo desde entonces.',
  'undo.inbound-gone': 'Se ha eliminado desde entonces una entrada a la que estaba unido el cliente.',
  'undo.client-back': 'Se ha creado de nuevo un cliente con este nombre.',
  'version.changed':
    'Otra persona ha guardado esto desde que lo abriste. Vuelve a cargarlo y guarda después tus cambios.',
}
