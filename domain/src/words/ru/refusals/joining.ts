import type { joining as english } from '#domain/refusals/joining.ts'
import type { Refused } from '../../files.ts'

export const joining: Refused<typeof english> = {
  'join.not-one':
    'Это не строка подключения. Она начинается с sluice-join: и печатается командой «sluice node invite» на узле.',
  'join.damaged':
    'Строка подключения повреждена: часть её потеряна или изменена. Скопируйте всю строку ещё раз.',
  'join.other-version':
    'Эту строку подключения создала другая версия Sluice (v{version}). Обновите эту панель или введите адрес и токен.',
  'adoption.node-disabled': 'Узел отключён. Включите его, чтобы увидеть, что на нём есть.',
  'adoption.already-here': 'Уже принадлежит этой панели.',
  'adoption.being-removed': 'Эта панель удалила его и убирает с узла.',
  'adoption.inbound-stays': 'Ни один из его инбаундов не переходит в эту панель.',
  'adoption.not-chosen': 'Не выбран и остаётся за узлом.',
  'adoption.not-there': 'На узле его больше нет.',
  'adoption.on-its-node': 'Работает на узле того узла.',
  'adoption.protocol-stays': 'Эта панель не размещает инбаунды {protocol} на узлах.',
  'adoption.protocol-unknown': 'Эта панель не знает протокол {protocol}.',
  'adoption.tag-wanted':
    'На узел должен быть помещён инбаунд этой панели с тегом {tag}. Измените тег одного из двух.',
  'adoption.tag-taken': 'Инбаунды этой панели уже имеют теги {tag} и {other}. Измените один из них.',
  'adoption.settings-unknown': 'Эта панель не приняла бы его настройки: {reason}.',
  'adoption.client-differs':
    'В этой панели есть клиент с этим именем и другими учётными данными ({fields}). Переименуйте одного из двух.',
  'adoption.client-inconsistent':
    'На узле у этого клиента разные учётные данные на разных инбаундах. Сначала сделайте их одинаковыми на узле.',
  'adoption.client-refused': 'Эта панель не приняла бы его: {reason}.',
  'adoption.credential-unusable':
    'Его учётные данные не годятся для инбаунда {tag}. Сначала задайте новые на узле.',
  'leave.away':
    'Узел не отвечает ({reason}), поэтому там ничего нельзя удалить. Повторите, когда он вернётся, или удалите его и оставьте всё на нём.',
  'leave.unfinished':
    'На узле ещё остаётся от этой панели: {count}. Причина: {reason}. Повторите или удалите узел и оставьте это на нём.',
  'leave.disabled': 'он отключён.',
  'leave.no-answer': 'он не сказал почему.',
  'leave.unknown': 'Выберите keep или remove.',
}
