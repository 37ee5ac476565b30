import type { tunnels as english } from '#domain/refusals/tunnels.ts'
import type { Refused } from '../../files.ts'

export const tunnels: Refused<typeof english> = {
  'tunnel.no-account': 'Учётной записи {service} ещё нет: сначала зарегистрируйтесь.',
  'tunnel.refused': '{service} отказал: {reason}.',
  'tunnel.bad-answer': '{service} прислал ответ, который панель не понимает.',
  'tunnel.key-invalid': 'Это не ключ WireGuard. Вставьте 44 символа, которые заканчиваются на «=».',
  'tunnel.country-invalid': 'Выберите страну: countryId — её номер.',
  'tunnel.token-missing': 'Введите токен доступа вашей учётной записи {service}.',
  'tunnel.license-missing': 'Введите лицензионный ключ.',
  'tunnel.server-invalid': 'Выберите сервер: hostname, station и publicKey должны быть от сервера из списка.',
}
