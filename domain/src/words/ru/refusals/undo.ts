import type { undo as english } from '#domain/refusals/undo.ts'
import type { Refused } from '../../files.ts'

export const undo: Refused<typeof english> = {
  'undo.missing':
    'Действие {id} нельзя отменить: оно слишком старое или номер неверен. Посмотрите в разделе «Активность».',
  'undo.done': 'Это действие уже отменено.',
  'undo.changed':
    'Ничего не отменено: с тех пор изменились клиенты ({who}), всего {count}. Остальных ({others}) можно вернуть без них.',
  'undo.all-changed': 'Ничего не отменено: клиенты с тех пор изменились ({who}). Измените их вручную.',
  'undo.client-gone': 'Клиент с тех пор удалён.',
  'undo.client-used': 'Клиентом с тех пор пользовались.',
  'undo.client-edited': 'Клиент с тех пор изменён: {fields}.',
  'undo.counters-set': 'Трафик клиента с тех пор сброшен или задан заново.',
  'undo.inbound-gone': 'Инбаунд, к которому был подключён клиент, с тех пор удалён.',
  'undo.client-back': 'Клиент с таким именем создан заново.',
  'version.changed':
    'Кто-то другой сохранил это после того, как вы это открыли. Загрузите заново и сохраните свои изменения.',
}
