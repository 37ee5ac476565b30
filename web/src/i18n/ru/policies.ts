import type { policies as english } from '../en/policies.ts'
import type { Words } from '../files.ts'

export const policies: Words<typeof english> = {
  'policy.more': 'Скорость, срок и дневная норма',
  'policy.notSet': 'Не задано',
  'policy.planText': 'Действует для всех клиентов тарифа, если у клиента или его группы нет своей настройки.',
  'policy.slowHint': '0 = 1 Мбит/с',
  'policy.fairUse': 'Дневная норма',
  'policy.fairUseHint': '0 = нет',
  'policy.fairUseSpeed': 'Скорость после дневной нормы, до полуночи',
  'policy.ipCount': 'Лимит IP считает',
  'policy.ipAddresses': 'Адреса',
  'policy.ipNetworks': 'Сети (/24, /56)',
  'policy.ipGrace': 'Запас на смену сети',
  'policy.ipGraceHint':
    'Когда клиент меняет сеть, прежний IP перестаёт учитываться, если за это время он становится неактивным.',
  'policy.overIp': 'При превышении лимита IP',
  'policy.overIpCut': 'Отклонять новый адрес',
  'policy.overIpSlow': 'Замедлять клиента',
  'groups.title': 'Группы',
  'groups.text':
    'Настройки группы действуют для участников без собственных настроек. Квота и срок общие для всей группы.',
  'groups.new': 'Новая группа',
  'groups.name': 'Название группы',
  'groups.nameMissing': 'Введите название группы.',
  'groups.edit': 'Изменить',
  'groups.quota': 'Общая квота',
  'groups.quotaHint': 'На всех участников; 0 = нет',
  'groups.eachHint': 'На каждого участника; 0 = не задано',
  'groups.members': '{count, plural, one {# клиент} few {# клиента} many {# клиентов} other {# клиента}}',
  'groups.used': 'использовано {used} из {total}',
  'groups.until': 'до {date}',
  'groups.ended': 'срок или квота исчерпаны',
  'groups.reset': 'Сбросить трафик',
  'groups.resetTitle': 'Сбросить трафик всех участников {name}?',
  'planApply.title': 'Применить {name} заново',
  'planApply.open': 'Применить заново',
  'planApply.text':
    'Квота, лимиты, автопродление и группа тарифа будут заданы всем его клиентам. Сроки и инбаунды не изменятся.',
  'planApply.who':
    '{clients, plural, one {Этот тариф у # клиента.} few {Этот тариф у # клиентов.} many {Этот тариф у # клиентов.} other {Этот тариф у # клиента.}} {changed, plural, =0 {Ничего не меняется.} one {Меняется #:} few {Меняются #:} many {Меняются #:} other {Меняются #:}}',
  'planApply.change': '{field}: с {from} на {to}',
  'planApply.examples': 'Например: {names}',
  'planApply.verb': 'Применить',
  'refused.title': 'Отклонено лимитом IP',
  'refused.none': 'Отклонённых IP нет.',
  'refused.cut': 'отклонён',
  'refused.slow': 'клиент замедлен',
  'refused.addresses':
    'лимит: {limit, plural, one {# адрес} few {# адреса} many {# адресов} other {# адреса}}',
  'refused.networks': 'лимит: {limit, plural, one {# сеть} few {# сети} many {# сетей} other {# сети}}',
}
