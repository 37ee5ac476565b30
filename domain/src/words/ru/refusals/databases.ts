import type { databases as english } from '#domain/refusals/databases.ts'
import type { Refused } from '../../files.ts'

export const databases: Refused<typeof english> = {
  'database.not-ours':
    '{where} — не база данных Sluice; ничего не изменено. Данные другой панели переносит импорт.',
  'database.value-unfit':
    'В {column} записано «{value}», это туда не подходит. Исправьте эту строку в источнике и повторите: ничего не изменено.',
  'database.disk-full':
    'Там, где записывается {where}, не осталось места. Освободите место и повторите: ничего не изменено.',
  'database.copy-failed': 'Не удалось скопировать базу данных в {where} ({reason}); ничего не изменено.',
  'database.copy-differs':
    'Копия таблицы {table} в {where} не равна оригиналу (строк: {written} вместо {read}); ничего не изменено. Повторите, а если это случится снова, проверьте диск.',
  'database.source-changed':
    'Во время копирования другая программа писала в {where}; ничего не изменено. Остановите её и повторите.',
}
