import type { restart as english } from '#domain/refusals/restart.ts'
import type { Refused } from '../../files.ts'

export const restart: Refused<typeof english> = {
  'restart.log': 'Günlük ayarları değişti: çekirdek günlüklerini başlarken açar.',
  'restart.api': 'API ayarları değişti: çekirdek API’sini başlarken açar.',
  'restart.stats': 'İstatistik ayarları değişti: çekirdek sayaçlarını başlarken kurar.',
  'restart.metrics': 'Ölçüm ayarları değişti: çekirdek ölçüm sayfasını başlarken açar.',
  'restart.policy': 'İlke değişti: çekirdek süreleri ve arabellekleri başlarken okur.',
  'restart.dns': 'DNS ayarları değişti: çekirdek çözümleyicisini başlarken kurar.',
  'restart.fakedns': 'Sahte DNS havuzları değişti: çekirdek onları başlarken doldurur.',
  'restart.observatory': 'Gözlemci değişti: çekirdek yoklamaya başlarken girişir.',
  'restart.burst-observatory': 'Toplu gözlemci değişti: çekirdek yoklamaya başlarken girişir.',
  'restart.transport': 'Genel taşıma ayarları değişti: çekirdek onları başlarken okur.',
  'restart.reverse': 'Ters bağlantı ayarları değişti: çekirdek köprüleri ve geçitleri başlarken kurar.',
  'restart.geodata': 'Geo verisi ayarları değişti: çekirdek indirmelerini başlarken planlar.',
  'restart.section': '{section} bölümü değişti: çekirdek onu başlarken okur.',
  'restart.domain-strategy': 'Alan adı stratejisi değişti: çekirdek onu başlarken okur.',
  'restart.balancer': '{tag} dengeleyicisi değişti: çekirdek bir dengeleyiciyi bir kez kurar.',
  'restart.no-observatory': 'Bir dengeleyici gözlemci istiyor, çalışan çekirdekte ise henüz yok.',
  'restart.reverse-clients':
    '{tag} geleni değişti ve ters istemcileri var: bağlantıları hiçbir yere gitmezdi.',
  'restart.inbound-untagged':
    'Şablondaki bir gelenin kendi etiketi yok: ona bir etiket verin ya da çekirdeği yeniden başlatın.',
  'restart.outbound-untagged':
    'Kendi etiketi olmayan bir giden değişti: her gidene bir etiket verin ya da çekirdeği yeniden başlatın.',
  'restart.refused': 'Çekirdek bir değişikliği reddetti: {reason}.',
}
