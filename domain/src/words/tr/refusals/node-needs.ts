import type { nodeNeeds as english } from '#domain/refusals/node-needs.ts'
import type { Refused } from '../../files.ts'

export const nodeNeeds: Refused<typeof english> = {
  'node-need.same-panel': '{name} düğümü burada zaten bulunan bir panel.',
  'node-need.certificate': '{name} düğümünün sertifikasına güvenilmiyor.',
  'node-need.token': '{name} düğümü API belirtecini kabul etmiyor.',
  'node-need.above': '{name} düğümü bu paneli, bu panel de onu yönetiyor.',
  'node-need.offline': '{name} düğümü çevrimdışı.',
  'node-need.core-down': '{name} düğümünün çekirdeği çalışmıyor: kimse onun üzerinden bağlanamaz.',
  'node-need.refused': '{name} düğümü değişiklikleri reddediyor ({count}).',
  'node-need.behind': '{name} düğümü çevrimiçi, ancak değişiklikler ona ulaşmıyor ({count}).',
  'node-need.odd': '{name} düğümünde bir sorun var.',
}
