import type { nodeNeeds as english } from '#domain/refusals/node-needs.ts'
import type { Refused } from '../../files.ts'

export const nodeNeeds: Refused<typeof english> = {
  'node-need.same-panel': 'Узел {name} — это панель, которая здесь уже есть.',
  'node-need.certificate': 'Сертификату узла {name} нельзя доверять.',
  'node-need.token': 'Узел {name} не принимает свой API-токен.',
  'node-need.above': 'Узел {name} управляет этой панелью, а эта панель — им.',
  'node-need.offline': 'Узел {name} не в сети.',
  'node-need.core-down': 'Ядро узла {name} не работает: через него никто не может подключиться.',
  'node-need.refused': 'Узел {name} отклоняет изменения ({count}).',
  'node-need.behind': 'Узел {name} в сети, но изменения до него не доходят ({count}).',
  'node-need.odd': 'С узлом {name} что-то не так.',
}
