import type { directory as english } from '#domain/refusals/directory.ts'
import type { Refused } from '../../files.ts'

export const directory: Refused<typeof english> = {
  'directory.no-host': 'Введите адрес сервера каталога.',
  'directory.no-base': 'Введите Base DN: часть каталога, в которой искать.',
  'directory.bind-refused': 'Каталог не принял Bind DN или его пароль.',
  'directory.unreachable': 'Каталог на {host} недоступен: {reason}.',
  'directory.certificate':
    'Сертификату {host} нет доверия: {reason}. Укажите файл вашего CA или исправьте сервер.',
  'directory.ca-unreadable': 'Файл CA {file} не читается: {reason}.',
  'directory.too-slow': 'Каталог не ответил за {seconds} секунд. Никто не изменён.',
  'directory.too-much':
    'Каталог прислал больше данных, чем занимает список людей, поэтому клиенты не изменены. Сузьте фильтр или Base DN.',
  'directory.too-large': 'Каталог нашёл больше {max} человек. Сузьте фильтр или Base DN.',
  'directory.search-failed': 'Каталог отказал в поиске: {reason}.',
  'directory.empty':
    'Каталог никого не нашёл, поэтому никто не изменён. Проверьте фильтр, Base DN и атрибут.',
  'directory.no-inbounds': 'Новым клиентам нужен инбаунд. Введите теги их инбаундов.',
  'directory.tags-unknown': 'Нет входящего с тегом {tags}.',
  'directory.held-shrunk':
    'Каталог нашёл {people} человек, раньше было {before}. Подтвердите, если это верно.',
  'directory.held-many': 'Это изменит сразу {count} клиентов, больше {most}. Подтвердите, если это верно.',
  'directory.held-share':
    'Это изменит сразу {count} из {all} клиентов, больше {percent} %. Подтвердите, если это верно.',
  'directory.nothing-held': 'Нет изменений, ожидающих подтверждения.',
  'directory.plan-changed':
    'Каталог изменился после показа этих изменений. Просмотрите новый список и подтвердите его.',
}
