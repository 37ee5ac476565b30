import type { Language } from './words.ts'

/** What the page says about devices. `{x}` stands for a value. */
interface DeviceWords {
  title: string
  count: string
  hint: string
  forget: string
  blocked: string
}

export const deviceWords: Record<Language, DeviceWords> = {
  en: {
    title: 'Devices',
    count: '{count} of {limit}',
    hint: 'Removing a device makes room for another one. It is added again the next time it refreshes the subscription.',
    forget: 'Remove',
    blocked: 'Blocked',
  },
  fa: {
    title: 'دستگاه‌ها',
    count: '{count} از {limit}',
    hint: 'با حذف یک دستگاه جا برای دستگاه دیگری باز می‌شود. اگر همان دستگاه اشتراک را دوباره به‌روز کند، باز افزوده می‌شود.',
    forget: 'حذف',
    blocked: 'مسدود',
  },
  ar: {
    title: 'الأجهزة',
    count: '{count} من {limit}',
    hint: 'إزالة جهاز تُفسح مكانًا لجهاز آخر. ويُضاف من جديد عند تحديثه الاشتراك.',
    forget: 'إزالة',
    blocked: 'محظور',
  },
  ru: {
    title: 'Устройства',
    count: '{count} из {limit}',
    hint: 'Удаление устройства освобождает место для другого. Оно появится снова, когда обновит подписку.',
    forget: 'Удалить',
    blocked: 'Заблокировано',
  },
  zh: {
    title: '设备',
    count: '{count} / {limit}',
    hint: '移除一台设备会为另一台腾出位置。它下次更新订阅时会重新添加。',
    forget: '移除',
    blocked: '已屏蔽',
  },
  tr: {
    title: 'Cihazlar',
    count: '{count} / {limit}',
    hint: 'Bir cihazı kaldırmak başka bir cihaza yer açar. Aboneliği yeniden yenilerse tekrar eklenir.',
    forget: 'Kaldır',
    blocked: 'Engelli',
  },
  es: {
    title: 'Dispositivos',
    count: '{count} de {limit}',
    hint: 'Al quitar un dispositivo queda sitio para otro. Se añade de nuevo cuando actualiza la suscripción.',
    forget: 'Quitar',
    blocked: 'Bloqueado',
  },
}
