import type { conflict as english } from '../en/conflict.ts'
import type { Words } from '../files.ts'

export const conflict: Words<typeof english> = {
  'conflict.title': 'Пока вы редактировали, кто-то другой сохранил изменения',
  'conflict.text': 'Показаны оба значения каждого поля. Выберите, какое сохранить.',
  'conflict.theirs': 'Сохранено: {value}',
  'conflict.mine': 'Ваше: {value}',
  'conflict.verb': 'Сохранить эти значения',
  'conflict.on': 'Включено',
  'conflict.off': 'Выключено',
}
