import type { tunnels as english } from '#domain/refusals/tunnels.ts'
import type { Refused } from '../../files.ts'

export const tunnels: Refused<typeof english> = {
  'tunnel.no-account': 'Henüz bir {service} hesabı yok: önce kaydolun.',
  'tunnel.refused': '{service} bunu reddetti: {reason}.',
  'tunnel.bad-answer': '{service} bu panelin anlamadığı bir yanıt gönderdi.',
  'tunnel.key-invalid': 'Bu bir WireGuard anahtarı değil. "=" ile biten 44 karakteri yapıştırın.',
  'tunnel.country-invalid': 'Bir ülke seçin: countryId onun numarasıdır.',
  'tunnel.token-missing': '{service} hesabınızın erişim belirtecini girin.',
  'tunnel.license-missing': 'Lisans anahtarını girin.',
  'tunnel.server-invalid': 'Bir sunucu seçin: hostname, station ve publicKey listedeki bir sunucunun olmalı.',
}
