import type { undo as english } from '../en/undo.ts'
import type { Words } from '../files.ts'

export const undo: Words<typeof english> = {
  'undo.othersTitle':
    'Отменить для {count, plural, one {остального # клиента} few {остальных # клиентов} many {остальных # клиентов} other {остальных # клиентов}}?',
  'undo.otherInboundsTitle':
    'Отменить для {count, plural, one {остального # инбаунда} few {остальных # инбаундов} many {остальных # инбаундов} other {остальных # инбаундов}}?',
  'undo.othersVerb': 'Отменить для остальных',
  'undo.verb': 'Отменить действие',
  'undo.done': 'Отменено',
  'undo.deleteTitle':
    'Удалить {count, plural, one {# клиента} few {# клиентов} many {# клиентов} other {# клиентов}}?',
  'undo.deleteText': 'Отмена удаляет клиентов, созданных этим действием. Их ссылки перестанут работать.',
  'undo.deleteVerb':
    'Удалить {count, plural, one {# клиента} few {# клиентов} many {# клиентов} other {# клиентов}}',
}
