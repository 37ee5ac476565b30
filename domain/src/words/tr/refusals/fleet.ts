import type { fleet as english } from '#domain/refusals/fleet.ts'
import type { Refused } from '../../files.ts'

export const fleet: Refused<typeof english> = {
  'fleet.inbound-foreign':
    'Düğümün {tag} etiketli kendi gelen bağlantısı var. İkisinden birinin etiketini değiştirin.',
  'fleet.client-foreign': 'Düğümün {email} adlı kendi istemcisi var. İkisinden birinin adını değiştirin.',
  'fleet.inbound-not-there': 'Gelen bağlantısı henüz düğümde değil.',
  'fleet.node-disabled': 'Düğüm devre dışı. Eksiklerini etkinleştirildiğinde alır.',
  'fleet.not-kept': 'Düğüm kabul etti ama hâlâ başka bir şey gösteriyor: {fields}.',
}
