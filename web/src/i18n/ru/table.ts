import type { table as en } from '../en/table.ts'
import type { Words } from '../files.ts'

export const table: Words<typeof en> = {
  'table.select': 'Выбрать {name}',
  'table.selectAll':
    '{count, plural, one {Выбрать # подходящую строку} few {Выбрать все # подходящие строки} many {Выбрать все # подходящих строк} other {Выбрать все # подходящие строки}}',
  'table.selectMatching': 'Выбрать все подходящие: {count}',
  'table.selected': '{count, plural, one {Выбрана #} few {Выбрано #} many {Выбрано #} other {Выбрано #}}',
  'table.clear': 'Снять выделение',
  'table.bulk': 'Действия с выбранным',
  'table.actions': 'Действия',
  'table.earlier': 'Переместить {column} на место раньше',
  'table.later': 'Переместить {column} на место позже',
  'table.resize': 'Ширина столбца {column}',
  'table.menu': 'Действия: {name}',
  'keys.rows': 'Строки',
  'keys.next': 'Следующая строка',
  'keys.previous': 'Предыдущая строка',
  'keys.select': 'Выбрать строку',
  'keys.edit': 'Изменить строку',
}
