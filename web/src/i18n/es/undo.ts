import type { undo as english } from '../en/undo.ts'
import type { Words } from '../files.ts'

export const undo: Words<typeof english> = {
  'undo.othersTitle':
    '¿Deshacer para {count, plural, one {el otro cliente} many {los otros # clientes} other {los otros # clientes}}?',
  'undo.otherInboundsTitle':
    '¿Deshacer para {count, plural, one {la otra entrada} many {las otras # entradas} other {las otras # entradas}}?',
  'undo.othersVerb': 'Deshacer los demás',
  'undo.verb': 'Deshacer',
  'undo.done': 'Deshecho',
  'undo.deleteTitle': '¿Eliminar {count, plural, one {# cliente} many {# clientes} other {# clientes}}?',
  'undo.deleteText': 'Deshacer esto elimina los clientes que se crearon. Sus enlaces dejarán de funcionar.',
  'undo.deleteVerb': 'Eliminar {count, plural, one {# cliente} many {# clientes} other {# clientes}}',
}
