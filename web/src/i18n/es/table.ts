import type { table as en } from '../en/table.ts'
import type { Words } from '../files.ts'

export const table: Words<typeof en> = {
  'table.select': 'Seleccionar {name}',
  'table.selectAll':
    '{count, plural, one {Seleccionar el único que coincide} many {Seleccionar los # que coinciden} other {Seleccionar los # que coinciden}}',
  'table.selectMatching': 'Seleccionar los {count} que coinciden',
  'table.selected': '{count, plural, one {# seleccionado} many {# seleccionados} other {# seleccionados}}',
  'table.clear': 'Quitar la selección',
  'table.bulk': 'Acciones para la selección',
  'table.actions': 'Acciones',
  'table.earlier': 'Mover {column} un lugar antes',
  'table.later': 'Mover {column} un lugar después',
  'table.resize': 'Ancho de {column}',
  'table.menu': 'Acciones de {name}',
  'keys.rows': 'Filas',
  'keys.next': 'Fila siguiente',
  'keys.previous': 'Fila anterior',
  'keys.select': 'Seleccionar la fila',
  'keys.edit': 'Editar la fila',
}
