import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': 'Проверено {when}.',
  'health.checkedNow': 'Проверено только что.',
  'health.again': 'Проверить снова',
  'health.bad': 'Нужно исправить',
  'health.warn': 'Предупреждения',
  'health.note': 'Заметки',
  'health.ok': 'Проверено',
  'health.goodTitle': 'Проблем не найдено',
  'health.goodText': 'Проверены порты, сертификаты, часы, ядро, база данных и резервные копии.',
  'health.open': 'Открыть «{page}»',
  'health.openFor': 'Открыть «{page}» для этого: {sentence}',
  'health.command': 'команду',
}
