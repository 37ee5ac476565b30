import type { review as english } from '../en/review.ts'
import type { Words } from '../files.ts'

export const review: Words<typeof english> = {
  'review.noChange': 'Для ядра ничего не изменится.',
  'review.more':
    '{count, plural, one {ещё # отличие} few {ещё # отличия} many {ещё # отличий} other {ещё # отличия}}',
  'review.added': 'Добавлено',
  'review.removed': 'Удалено',
  'review.changed': 'Изменено',
  'inboundReview.title': 'Проверка изменений',
  'inboundReview.links':
    '{count, plural, one {Изменятся ссылки # подписки. Приложению нужно обновить её.} few {Изменятся ссылки # подписок. Приложениям нужно обновить их.} many {Изменятся ссылки # подписок. Приложениям нужно обновить их.} other {Изменятся ссылки # подписок. Приложениям нужно обновить их.}}',
  'inboundReview.accepted': 'Ядро принимает эту конфигурацию.',
  'inboundReview.apply': 'Применить',
  'settingsReview.panelAt':
    'После перезапуска панель будет по адресу {address}. Обновите закладки и скрипты.',
  'settingsReview.panelMoves':
    'Адрес панели изменится. Перед перезапуском убедитесь, что сможете открыть её по новому адресу.',
  'settingsReview.stop':
    '{count, plural, one {Адрес # подписки перестанет работать. Владельцу понадобится новый.} few {Адреса # подписок перестанут работать. Владельцам понадобятся новые.} many {Адреса # подписок перестанут работать. Владельцам понадобятся новые.} other {Адреса # подписки перестанут работать. Владельцам понадобятся новые.}}',
  'settingsReview.address': 'Новые адреса подписок начинаются с {address}.',
  'settingsReview.restart': 'Вступит в силу после перезапуска панели: {names}. Ядро продолжит работать.',
}
