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
    hint: 'A device that is forgotten makes room for another one. It comes back if it asks again.',
    forget: 'Forget',
    blocked: 'Blocked',
  },
  fa: {
    title: 'دستگاه‌ها',
    count: '{count} از {limit}',
    hint: 'دستگاهی که فراموش شود جا را برای دستگاه دیگری باز می‌کند. اگر دوباره درخواست دهد برمی‌گردد.',
    forget: 'فراموش کردن',
    blocked: 'مسدود',
  },
  ar: {
    title: 'الأجهزة',
    count: '{count} من {limit}',
    hint: 'الجهاز الذي يُنسى يترك مكانه لجهاز آخر. ويعود إذا طلب من جديد.',
    forget: 'نسيان',
    blocked: 'محظور',
  },
  ru: {
    title: 'Устройства',
    count: '{count} из {limit}',
    hint: 'Забытое устройство освобождает место для другого. Если оно снова обратится, оно вернётся.',
    forget: 'Забыть',
    blocked: 'Заблокировано',
  },
  zh: {
    title: '设备',
    count: '{count} / {limit}',
    hint: '忘记一台设备会为另一台腾出位置。它再次请求时会重新出现。',
    forget: '忘记',
    blocked: '已屏蔽',
  },
  tr: {
    title: 'Cihazlar',
    count: '{count} / {limit}',
    hint: 'Unutulan cihaz başka bir cihaza yer açar. Yeniden isterse geri gelir.',
    forget: 'Unut',
    blocked: 'Engelli',
  },
  es: {
    title: 'Dispositivos',
    count: '{count} de {limit}',
    hint: 'Un dispositivo olvidado deja sitio a otro. Vuelve si pide de nuevo.',
    forget: 'Olvidar',
    blocked: 'Bloqueado',
  },
}
