import type { joining as english } from '#domain/refusals/joining.ts'
import type { Refused } from '../../files.ts'

export const joining: Refused<typeof english> = {
  'join.not-one':
    'Bu bir katılım dizesi değil. sluice-join: ile başlar ve düğümde “sluice node invite” komutu yazdırır.',
  'join.damaged':
    'Katılım dizesi bozuk: bir bölümü eksik ya da değişmiş. Satırın tamamını yeniden kopyalayın.',
  'join.other-version':
    'Bu katılım dizesini Sluice’in başka bir sürümü oluşturdu (v{version}). Bu paneli güncelleyin ya da adresi ve belirteci girin.',
  'adoption.node-disabled': 'Düğüm devre dışı. İçindekileri görmek için etkinleştirin.',
  'adoption.already-here': 'Zaten bu panele ait.',
  'adoption.being-removed': 'Bu panel onu sildi ve düğümden kaldırıyor.',
  'adoption.inbound-stays': 'Gelen bağlantılarından hiçbiri bu panele geçmiyor.',
  'adoption.not-chosen': 'Seçilmedi ve düğümde kalıyor.',
  'adoption.not-there': 'Artık düğümde yok.',
  'adoption.on-its-node': 'O düğümün bir düğümünde çalışıyor.',
  'adoption.protocol-stays': 'Bu panel düğümlere {protocol} gelen bağlantısı yerleştirmez.',
  'adoption.protocol-unknown': 'Bu panel {protocol} protokolünü tanımıyor.',
  'adoption.tag-wanted':
    'Bu panelin {tag} etiketli bir gelen bağlantısı düğüme yerleştirilecek. İkisinden birinin etiketini değiştirin.',
  'adoption.tag-taken':
    'Bu panelin gelen bağlantıları {tag} ve {other} etiketlerini zaten kullanıyor. Birini değiştirin.',
  'adoption.settings-unknown': 'Bu panel ayarlarını kabul etmez: {reason}.',
  'adoption.client-differs':
    'Bu panelde aynı adda ve başka kimlik bilgileriyle ({fields}) bir istemci var. İkisinden birini yeniden adlandırın.',
  'adoption.client-inconsistent':
    'Bu istemcinin düğümdeki gelen bağlantılarda kimlik bilgileri farklı. Önce düğümde eşitleyin.',
  'adoption.client-refused': 'Bu panel onu kabul etmez: {reason}.',
  'adoption.credential-unusable':
    'Kimlik bilgisi {tag} gelen bağlantısında geçerli değil. Önce düğümde yenisini verin.',
  'leave.away':
    'Düğüm yanıt vermiyor ({reason}), bu yüzden orada hiçbir şey kaldırılamaz. Geri geldiğinde yeniden deneyin ya da her şeyi üzerinde bırakarak silin.',
  'leave.unfinished':
    'Düğümde bu panelden hâlâ {count} öğe var: {reason}. Yeniden deneyin ya da düğümü silip üzerinde bırakın.',
  'leave.disabled': 'devre dışı.',
  'leave.no-answer': 'nedenini söylemedi.',
  'leave.unknown': 'keep ya da remove seçin.',
}
